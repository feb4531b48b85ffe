import { expect, test } from "vitest";
import { ownPath, signInPath } from "./own-path";

test.each([
  "/",
  "/account",
  "/settings?filter=modified",
  "/settings/reference?q=a%20b&c=%2F%2Fhost#email.smtp.host",
  "/settings/@evil.example",
])("accepts %s as a page of the panel", (path) => {
  expect(ownPath(path)).toBe(path);
});

test.each([
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r/evil.example",
  "\t//evil.example",
  " //evil.example",
  "/\t\\evil.example",
  "/.//evil.example",
  "/a/..//evil.example",
  "https://evil.example/",
  "https:evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "http://[",
  "/api/auth/signout",
  "",
  undefined,
  ["/account", "/guilds"],
])("replaces the invalid return path %j with the path /", (next) => {
  expect(ownPath(next)).toBe("/");
});

test("a return path never leads to another host, and stays the same if it is parsed again", () => {
  const parts = [
    "/",
    "\\",
    "\t",
    "\n",
    "\r",
    ".",
    "..",
    "//",
    "evil.example",
    "@",
    ":",
    "?",
    "#",
    "%2f",
    "%09",
  ];
  for (const a of parts)
    for (const b of parts)
      for (const c of parts) {
        const path = ownPath(`/${a}${b}${c}evil.example`);
        expect(new URL(path, "https://panel.example").host).toBe("panel.example");
        expect(ownPath(path)).toBe(path);
      }
});

test("the address of the sign-in page contains the whole return path in one parameter", () => {
  expect(signInPath("/")).toBe("/login");
  const path = signInPath("/settings?filter=modified&q=1");
  expect(path).toBe("/login?next=%2Fsettings%3Ffilter%3Dmodified%26q%3D1");
});
