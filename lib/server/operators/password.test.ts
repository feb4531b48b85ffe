import { expect, test } from "vitest";
import { newPassword } from "@/lib/shared/contract/operators";
import { hashPassword, passwordMatches, refuseCommonPassword } from "./password";

test("a password is hashed with Argon2id, 19 MiB, two passes and a new salt", async () => {
  const [first, second] = await Promise.all([hashPassword("a calm harbour"), hashPassword("a calm harbour")]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(first).not.toBe(second);
});

test("a password matches only if it is entered exactly as it was set", async () => {
  const stored = await hashPassword("Calm Harbour \u00e9");
  expect(await passwordMatches("Calm Harbour \u00e9", stored)).toBe(true);
  for (const other of [
    "calm harbour \u00e9",
    "Calm Harbour \u00e9 ",
    " Calm Harbour \u00e9",
    "Calm Harbour e\u0301",
  ])
    expect([other, await passwordMatches(other, stored)]).toEqual([other, false]);
  for (const typed of ["Calm Harbour \u00e9", "no operator has this password"])
    expect(await passwordMatches(typed, undefined)).toBe(false);
});

test("a password must have 8 to 256 characters, and all of them are compared", async () => {
  const accepts = (password: string) => newPassword.safeParse(password).success;
  expect(["x".repeat(7), "x".repeat(8), "x".repeat(256), "x".repeat(257)].map(accepts)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  const stored = await hashPassword(`${"x".repeat(255)}y`);
  expect(await passwordMatches("x".repeat(256), stored)).toBe(false);
  expect(await passwordMatches(`${"x".repeat(255)}y`, stored)).toBe(true);
});

const refusal = (password: string, username = "keeper") =>
  refuseCommonPassword({ username, password }, "password").then(
    () => undefined,
    (error: { problems: { path: string; message: string }[] }) => error.problems[0],
  );

test.each([
  "password",
  "12345678",
  "qwertyuiop",
  "P@ssw0rd",
  "Passw0rd!",
  "password1",
  "password123",
  "iloveyou",
  "aaaaaaaa",
  "drowssap",
  // Reversed, and along a row of keys.
  "enihsnus",
  "poiuytre",
  "changeme",
  "administrator",
  "admin123",
  "instanceadmin",
  "passwordpassword",
  "sunshine",
  "charlotte",
  "20261121",
  "admin@123",
  "Panel2026!",
  "P@n3l2026!",
  "!!Lighthouse77",
  "!7?2_cat",
  // A common word with seven digits. Eight digits would be accepted.
  "harbor4829173",
])("refuses the password %j", async (password) => {
  expect(await refusal(password)).toEqual({ path: "password", message: expect.stringMatching(/\.$/) });
});

test.each([
  "        ",
  "\u00a0\u2003\u00a0\u2003\u00a0\u2003\u00a0\u2003",
  "\u200b".repeat(8),
  "\u0007".repeat(8),
])("says of %j that it is only spaces", async (password) => {
  expect(await refusal(password)).toMatchObject({ message: expect.stringContaining("only spaces") });
});

test.each(["keeperkeeper", "Keeper Keeper", "keeper12", "ｋｅｅｐｅｒ!!", "K.e.e.p.e.r.1"])(
  'refuses the password %j for the username "keeper"',
  async (password) => {
    expect(await refusal(password)).toBeDefined();
  },
);

test.each([
  ["keeper123", true],
  ["keeper1234", false],
])("says of %j that it contains the username: %s", async (password, isName) => {
  const { message } = (await refusal(password))!;
  expect(message.includes("username")).toBe(isName);
});

test.each([
  "a calm harbour",
  "lantern on the pier",
  "another password",
  "x7Kq9fLw",
  // A common word with eight digits.
  "harbor48291736",
  "blue table",
  "keeper of the lantern",
  "пароль на берегу",
])("accepts the password %j", async (password) => {
  expect(await refusal(password)).toBeUndefined();
});
