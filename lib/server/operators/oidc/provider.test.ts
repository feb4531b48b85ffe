import { expect, test } from "vitest";
import { countSignInStep, SIGN_IN_STEPS } from "./provider";

test("an IP address that starts too many sign-ins at the OpenID Connect provider is refused, but other addresses are not", async () => {
  for (let count = 0; count < SIGN_IN_STEPS; count += 1) await countSignInStep("2001:db8:1:2::1");
  // The same /64.
  await expect(countSignInStep("2001:db8:1:2::ffff")).rejects.toMatchObject({
    code: "rate-limited",
    details: { retryAfter: expect.any(Number) },
  });
  await expect(countSignInStep("203.0.113.7")).resolves.toBeUndefined();
});
