import { expect, test } from "vitest";
import { wellFormedJsonOf } from "./body";

const sent = (text: string) =>
  wellFormedJsonOf({
    header: (name) => (name === "content-type" ? "application/json" : null),
    body: new Uint8Array(Buffer.from(text)),
  });

test.each([
  ["a text", String.raw`{"name":"m\ud83dra"}`],
  ["a key", String.raw`{"\udc00":1}`],
  ["an item of a list", String.raw`[["\ud83d\ud83d\ude00"]]`],
])("half of a character in %s is refused", (_, text) => {
  expect(() => sent(text)).toThrow("half of a character");
});

test("whole characters and an escaped backslash are accepted", () => {
  expect(sent(String.raw`{"name":"\ud83d\ude00","text":"\\ud800"}`)).toEqual({ name: "😀", text: "\\ud800" });
});
