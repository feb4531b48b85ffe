import { createHmac } from "node:crypto";
import { decodeJwt } from "jose";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  issuedInTime,
  issueSecond,
  parseAuthorization,
  revocationMoment,
  signToken,
  verifyToken,
} from "./tokens";

const secret = "a secret of more than thirty-two bytes";
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

function forge(header: unknown, payload: unknown, key = secret): string {
  const text = `${part(header)}.${part(payload)}`;
  return `${text}.${createHmac("sha256", key).update(text).digest("base64url")}`;
}

const claims = { id: "1104236891374919680", iat: 1_700_000_000 };

test("a token that the panel signed contains id and iat, and is accepted", async () => {
  const token = signToken(secret, { userId: claims.id, issuedAt: claims.iat });
  expect(decodeJwt(token)).toEqual(claims);
  expect(await verifyToken(secret, token)).toEqual({ userId: claims.id, issuedAt: claims.iat });
});

test("a secret has at least 32 bytes, and a token at most 2,048 characters", () => {
  const signed = (length: number) =>
    signToken("x".repeat(length), { userId: claims.id, issuedAt: claims.iat });
  expect(verifyToken("x".repeat(32), signed(32))).toMatchObject({ userId: claims.id });
  expect(verifyToken("x".repeat(31), forge({ alg: "HS256" }, claims, "x".repeat(31)))).toBeNull();
  const ofLength = (length: number) => {
    const rest = length - forge({ alg: "HS256" }, { ...claims, pad: "" }).length;
    const sizes = [Math.floor((rest * 3) / 4) - 1, Math.floor((rest * 3) / 4), Math.ceil((rest * 3) / 4) + 1];
    const tokens = sizes.map((size) => forge({ alg: "HS256" }, { ...claims, pad: "x".repeat(size) }));
    return tokens.find((token) => token.length === length);
  };
  expect(verifyToken(secret, ofLength(2_048)!)).toMatchObject({ userId: claims.id });
  expect(verifyToken(secret, ofLength(2_049) ?? ofLength(2_050)!)).toBeNull();
});

test("a token that the panel signed with an expiry is refused after it has expired", () => {
  const expiresAt = Math.floor(Date.now() / 1000);
  const sign = (seconds: number) =>
    signToken(secret, { userId: claims.id, issuedAt: claims.iat, expiresAt: expiresAt + seconds });
  expect(decodeJwt(sign(60))).toEqual({ ...claims, exp: expiresAt + 60 });
  expect(verifyToken(secret, sign(60))).not.toBeNull();
  expect(verifyToken(secret, sign(-60))).toBeNull();
});

describe("a token that was accepted before", () => {
  afterEach(() => vi.useRealTimers());

  test("still expires", async () => {
    const now = Date.now();
    const exp = Math.floor(now / 1000) + 60;
    const token = forge({ alg: "HS256" }, { ...claims, exp });
    expect(await verifyToken(secret, token)).not.toBeNull();
    vi.useFakeTimers({ now: exp * 1000 - 1, toFake: ["Date"] });
    expect(await verifyToken(secret, token)).not.toBeNull();
    vi.setSystemTime(exp * 1000);
    expect(await verifyToken(secret, token)).toBeNull();
  });

  test("is refused while a different secret is set", async () => {
    const token = forge({ alg: "HS256" }, claims);
    expect(await verifyToken(secret, token)).not.toBeNull();
    expect(await verifyToken(`${secret}, changed`, token)).toBeNull();
    expect(await verifyToken(secret, token)).not.toBeNull();
  });
});

test("two bot tokens that are created in the same second differ", () => {
  const make = () => signToken(secret, { userId: "1", issuedAt: 1, unique: true });
  expect(make()).not.toBe(make());
});

test("a token that another program signed with the same secret is accepted", async () => {
  expect(await verifyToken(secret, forge({ alg: "HS256", typ: "JWT" }, claims))).not.toBeNull();
});

describe("refused tokens", () => {
  test.each<[string, unknown, unknown, string?]>([
    ["signed with another secret", { alg: "HS256" }, claims, "another secret of more than thirty-two bytes"],
    ["with the algorithm none", { alg: "none" }, claims],
    ["with another algorithm", { alg: "HS512" }, claims],
    ["that have expired", { alg: "HS256" }, { ...claims, exp: 1_700_000_001 }],
    ["without an iat", { alg: "HS256" }, { id: claims.id }],
    ["with an iat that is text", { alg: "HS256" }, { ...claims, iat: "1700000000" }],
    ["without an id", { alg: "HS256" }, { iat: claims.iat }],
    ["with an id that is a number", { alg: "HS256" }, { ...claims, id: 1104 }],
    ["with an id that is not a Snowflake", { alg: "HS256" }, { ...claims, id: "1 or 1=1" }],
    ["with a payload that is not an object", { alg: "HS256" }, "text"],
    ["with the payload null", { alg: "HS256" }, null],
  ])("include tokens %s", async (_, header, payload, key) => {
    expect(await verifyToken(secret, forge(header, payload, key))).toBeNull();
  });

  test("include tokens that are too long or have no complete signature", async () => {
    const token = forge({ alg: "HS256" }, claims);
    expect(await verifyToken(secret, token.slice(0, -2))).toBeNull();
    expect(await verifyToken(secret, token.replace(/[^.]+$/, ""))).toBeNull();
    expect(
      await verifyToken(secret, forge({ alg: "HS256" }, { ...claims, more: "x".repeat(3000) })),
    ).toBeNull();
  });

  test("include every token if the secret is missing or shorter than 32 bytes", async () => {
    const short = "x".repeat(31);
    expect(await verifyToken(short, forge({ alg: "HS256" }, claims, short))).toBeNull();
    expect(await verifyToken(null, forge({ alg: "HS256" }, claims, ""))).toBeNull();
    expect(() => signToken(short, { userId: "1", issuedAt: 1 })).toThrow(
      expect.objectContaining({ code: "unavailable" }),
    );
  });
});

test("a revocation invalidates all tokens issued earlier in the same second", () => {
  const now = 1_700_000_000_500;
  const before = issueSecond(0, now);
  const moment = revocationMoment(0, now);
  const after = issueSecond(moment, now);
  expect(issuedInTime(before, moment)).toBe(false);
  expect(issuedInTime(after, moment)).toBe(true);
  const again = revocationMoment(moment, now);
  expect(issuedInTime(after, again)).toBe(false);
});

test.each([
  ["a.b.c", { token: "a.b.c", bot: false }],
  ["Bearer a.b.c", { token: "a.b.c", bot: false }],
  ["bearer  a.b.c ", { token: "a.b.c", bot: false }],
  ["Bot a.b.c", { token: "a.b.c", bot: true }],
])("parses the token in the header %j", (header, expected) =>
  expect(parseAuthorization(header)).toEqual(expected),
);

test.each([null, "", "Bot", "Bot ", "Basic a.b.c", "a.b", "a.b.c.d", "Bot Bearer a.b.c", "a.b.c d"])(
  "finds no token in the header %j",
  (header) => expect(parseAuthorization(header)).toBeNull(),
);
