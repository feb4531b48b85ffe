import { expect, test } from "vitest";
import { z } from "zod";
import { readJson } from "./open-routes";

const read = (body: string, type = "application/json") =>
  readJson(
    new Request("http://panel/", { method: "POST", body, headers: { "content-type": type } }),
    z.unknown(),
  );

test("reads a JSON body", async () => {
  expect(await read('{ "note": "why", "list": [1, true, null] }')).toEqual({
    note: "why",
    list: [1, true, null],
  });
});

test.each([
  ["a key that occurs twice", '{"note":"a","note":"b"}'],
  ["a nested key that occurs twice", '{"operations":[{"op":"set","op":"unset"}]}'],
  ["__proto__", '{"__proto__":{"note":"a"}}'],
  ["nesting that no request needs", `${"[".repeat(5_000)}${"]".repeat(5_000)}`],
  ["a comment", "{} // x"],
  ["nothing", ""],
])("refuses a body with %s", async (_, body) => {
  await expect(read(body)).rejects.toMatchObject({ code: "malformed-json" });
});

test("refuses a body that is not JSON or is too large", async () => {
  await expect(read("{}", "text/plain")).rejects.toMatchObject({ code: "unsupported-media-type" });
  await expect(read(`"${"x".repeat(1024 * 1024)}"`)).rejects.toMatchObject({ code: "body-too-large" });
});
