import { expect, test } from "vitest";
import { registrationToken } from "./create-registration-tokens";

test("a link is the instance's own, else one at the front page of the file, else there is none", () => {
  const link = "https://there.example.org/register?token=abc";
  expect(registrationToken(link, "https://here.example.org")).toEqual({ token: "abc", link });
  const made = { token: "abc", link: "https://here.example.org/register?token=abc" };
  expect(registrationToken("null/register?token=abc", "https://here.example.org/start")).toEqual(made);
  expect(registrationToken("abc", "https://here.example.org/")).toEqual(made);
  for (const frontPage of [null, "here.example.org", "javascript:alert(1)"])
    expect(registrationToken("abc", frontPage)).toEqual({ token: "abc", link: null });
});
