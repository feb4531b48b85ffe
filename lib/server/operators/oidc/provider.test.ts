import type { Client } from "openid-client";
import { expect, onTestFinished, test, vi } from "vitest";
import type { AppError } from "@/lib/errors";
import type { OperatorsRoom } from "../room";
import { createProvider, grantOf, roleOf, SIGN_IN_STEPS } from "./provider";

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
  expect(at("realm_access.roles", { realm_access: { all: ["chat admins"], roles: ["staff"] } })).toBe(
    "editor",
  );
  expect(at("https://example.org/roles", { "https://example.org/roles": ["staff"] })).toBe("editor");
  expect(at("a.b", { "a.b": ["readers"], a: { b: ["chat admins"] } })).toBe("viewer");
  expect(at("constructor.name", { groups: ["staff"] })).toBeNull();
});

test("the value * matches everybody at the OpenID Connect provider", () => {
  const rules = [...roles, { value: "*", role: "viewer" as const }];
  expect(roleOf({}, { roleClaim: "groups", roles: rules })).toBe("viewer");
  expect(roleOf({ groups: ["staff"] }, { roleClaim: "groups", roles: rules })).toBe("editor");
});

test("a person who started too many sign-ins learns how long to wait", async () => {
  const { countSignInStep } = createProvider({ oidc: null, pool: null });
  for (let count = 0; count < SIGN_IN_STEPS; count += 1) await countSignInStep("203.0.113.7");
  const error: unknown = await countSignInStep("203.0.113.7").catch((refused: unknown) => refused);
  const { retryAfter } = (error as AppError).details as { retryAfter: number };
  expect(Number.isInteger(retryAfter) && retryAfter > 1 && retryAfter <= 60).toBe(true);
  expect((error as AppError).message).toBe(`Too many sign-ins. Try again in ${retryAfter} seconds.`);
});

const NOW = Date.UTC(2026, 0, 1);

/** Asks for the claims of tokens at a provider with this document. */
async function claimsAt(
  { issuer = "https://id.example.org", hasUserinfo = true },
  { idToken, accessToken }: { idToken?: object; accessToken?: string },
) {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  onTestFinished(() => void vi.useRealTimers());
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  let asked = 0;
  const client = {
    issuer: { metadata: { issuer, ...(hasUserinfo && { userinfo_endpoint: `${issuer}/userinfo` }) } },
    userinfo: async () => {
      asked += 1;
      return { sub: "ada", groups: ["staff"] };
    },
  } as unknown as Client;
  const { claimsOf } = createProvider({
    oidc: { issuer: "https://id.example.org" } as NonNullable<OperatorsRoom["env"]["oidc"]>,
    pool: null,
  });
  const claims = await claimsOf(client, {
    ...(idToken && { id_token: `${part({})}.${part(idToken)}.` }),
    ...(accessToken !== undefined && { access_token: accessToken }),
  });
  return { claims, asked };
}

test("a person's claims come from the ID token and the userinfo endpoint, if the provider has it", async () => {
  const idToken = { sub: "ada", name: "Ada", iat: NOW / 1_000 + 5 * 60 };
  const both = { ...idToken, groups: ["staff"] };
  expect(await claimsAt({}, { idToken, accessToken: "a" })).toEqual({ claims: both, asked: 1 });
  expect(await claimsAt({ hasUserinfo: false }, { idToken, accessToken: "a" })).toEqual({
    ...{ claims: idToken, asked: 0 },
  });
  expect(await claimsAt({}, { idToken })).toEqual({ claims: idToken, asked: 0 });
  const { claims } = await claimsAt({ issuer: "https://id.example.org//" }, { accessToken: "a" });
  expect(claims).toEqual({ sub: "ada", groups: ["staff"] });
  await expect(claimsAt({ issuer: "https://other.example.org" }, { idToken })).rejects.toThrow(
    "The provider's document names another issuer than OIDC_ISSUER: https://other.example.org",
  );
  await expect(claimsAt({}, { idToken: { ...idToken, iat: idToken.iat + 1 } })).rejects.toThrow(
    "The ID token comes from a clock that is ahead of the panel's.",
  );
  for (const sub of [undefined, "", 5, { id: "ada" }])
    await expect(claimsAt({ hasUserinfo: false }, { idToken: { iat: 1, sub } })).rejects.toThrow(
      "does not say who signed in",
    );
});

test("a grant contains only the tokens that the provider sent", () => {
  expect(grantOf({ refresh_token: "r", access_token: "a" })).toEqual({ refreshToken: "r", accessToken: "a" });
  expect(Object.keys(grantOf({}))).toEqual([]);
  const numbers: object = { refresh_token: 5, access_token: 6 };
  expect(Object.keys(grantOf(numbers))).toEqual([]);
});

test("reads a claim with several names between spaces", () => {
  const rules = [
    { value: "", role: "owner" as const },
    { value: "staff", role: "editor" as const },
  ];
  expect(roleOf({ groups: "readers  staff" }, { roleClaim: "groups", roles: rules })).toBe("editor");
  expect(roleOf({ groups: [5, "staff"] }, { roleClaim: "groups", roles: rules })).toBe("editor");
  expect(roleOf({ groups: null }, { roleClaim: "groups.names", roles: rules })).toBeNull();
});
