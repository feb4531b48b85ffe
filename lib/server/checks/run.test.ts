import { expect, test } from "vitest";
import { settingsOf } from "@/lib/shared/settings/values";
import { draftOf } from "./run";

const path = "cdn.imageProxyServerUrl";
const saved = settingsOf({ cdn: { imageProxyServerUrl: "http://imagor:stored-0454@127.0.0.1:8000/a" } });
const draft = (value: string) => draftOf(saved, [{ op: "set", path, value }], [path]);

test("a check uses the stored password if only the address's path changed", () => {
  expect(draft("http://imagor:•••@127.0.0.1:8000/b").get(path)).toBe(
    "http://imagor:stored-0454@127.0.0.1:8000/b",
  );
});

test.each([
  "http://imagor:•••@127.0.0.1:8001/a",
  "http://imagor:•••@evil.example:8000/a",
  "https://imagor:•••@127.0.0.1:8000/a",
  "http://other:•••@127.0.0.1:8000/a",
])("a check refuses to send the stored password to %s", (value) => {
  expect(() => draft(value)).toThrow(/Enter the password again/);
});
