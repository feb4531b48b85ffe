import { expect, test } from "vitest";
import { createProvider, roleOf, SIGN_IN_STEPS } from "./provider";

test("each IP address can start only a limited number of sign-ins at the OpenID Connect provider", async () => {
  const { countSignInStep } = createProvider({ oidc: null, pool: null });
  for (let count = 0; count < SIGN_IN_STEPS; count += 1) await countSignInStep("2001:db8:1:2::1");
  // The same /64.
  await expect(countSignInStep("2001:db8:1:2::ffff")).rejects.toMatchObject({
    code: "rate-limited",
    details: { retryAfter: expect.any(Number) },
  });
  await expect(countSignInStep("203.0.113.7")).resolves.toBeUndefined();
});

const roles = [
  { value: "staff", role: "editor" },
  { value: "chat admins", role: "owner" },
  { value: "readers", role: "viewer" },
] as const;

test.each([
  [{ groups: ["staff"] }, "editor"],
  [{ groups: ["readers", "chat admins", "staff"] }, "owner"],
  [{ groups: "staff" }, "editor"],
  [{ groups: "readers staff" }, "editor"],
  [{ groups: "chat admins" }, "owner"],
  [{ groups: ["Staff", "staff2", "chat"] }, null],
  [{ groups: [] }, null],
  [{ groups: [["staff"], { staff: true }] }, null],
  [{ groups: { staff: true } }, null],
  [{}, null],
])("maps the claims %j to the role %s", (claims, role) =>
  expect(roleOf(claims, { roleClaim: "groups", roles: [...roles] })).toBe(role),
);

test("finds a claim by its name before treating the name as a path", () => {
  const at = (roleClaim: string, claims: Record<string, unknown>) =>
    roleOf(claims, { roleClaim, roles: [...roles] });
  expect(at("realm_access.roles", { realm_access: { roles: ["staff"] } })).toBe("editor");
  expect(at("https://example.org/roles", { "https://example.org/roles": ["staff"] })).toBe("editor");
  expect(at("a.b", { "a.b": ["readers"], a: { b: ["chat admins"] } })).toBe("viewer");
  expect(at("constructor.name", { groups: ["staff"] })).toBeNull();
});

test("the value * matches everybody at the OpenID Connect provider", () => {
  const rules = [...roles, { value: "*", role: "viewer" as const }];
  expect(roleOf({}, { roleClaim: "groups", roles: rules })).toBe("viewer");
  expect(roleOf({ groups: ["staff"] }, { roleClaim: "groups", roles: rules })).toBe("editor");
});
