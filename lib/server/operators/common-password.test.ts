import { expect, test } from "vitest";
import { refuseCommonPassword } from "./common-password";

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
  // A common word with seven digits. Eight digits would be accepted.
  "harbor4829173",
  "        ",
  "\u00a0\u2003\u00a0\u2003\u00a0\u2003\u00a0\u2003",
  "\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b",
])("refuses the password %j", async (password) => {
  expect(await refusal(password)).toEqual({ path: "password", message: expect.stringMatching(/\.$/) });
});

test.each(["keeperkeeper", "Keeper Keeper", "keeper12", "ｋｅｅｐｅｒ!!", "K.e.e.p.e.r.1"])(
  'refuses the password %j for the username "keeper"',
  async (password) => {
    expect(await refusal(password)).toBeDefined();
  },
);

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
