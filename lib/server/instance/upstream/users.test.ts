import { expect, test } from "vitest";
import { configFile } from "@/testing/rooms";
import { openTestPanel } from "@/testing/test-panel";
import { registrationFacts } from "./users";

const panel = openTestPanel({}, { LOG_LEVEL: "silent" });

test.each([
  [{}, null],
  [{ disabled: true }, "closed"],
  [{ allowNewRegistration: false }, "closed"],
  [{ requireInvite: true }, "invite"],
  [{ requireInvite: true, disabled: true }, "closed"],
])("the settings determine whether people need a registration token: %j → %j", async (register, needed) => {
  const open = { disabled: false, allowNewRegistration: true, requireInvite: false };
  await panel.write({
    register: { ...open, ...register },
    security: { defaultRegistrationTokenExpiration: 90_000 },
  });
  expect(registrationFacts(await configFile().settings())).toEqual({ lifetime: 90_000, needed });
});
