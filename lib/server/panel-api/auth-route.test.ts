import { expect, test } from "vitest";
import { asForm } from "./auth-route";

const sent = (body: string, type = "application/json") =>
  asForm(
    new Request("http://panel/api/auth/callback/credentials", {
      method: "POST",
      body,
      headers: { "content-type": type },
    }),
  );

test("passes a JSON body to next-auth as a form", async () => {
  const { headers, body } = await sent('{ "username": "ada", "json": true }');
  expect(String(body)).toBe("username=ada&json=true");
  expect(new Headers(headers).get("content-type")).toBe("application/x-www-form-urlencoded");
});

test("passes a form to next-auth unchanged", async () => {
  const { body } = await sent("username=ada", "application/x-www-form-urlencoded");
  expect(new TextDecoder().decode(body as Uint8Array)).toBe("username=ada");
});

test.each([
  ["a key that occurs twice", '{"note":"a","note":"b"}'],
  ["__proto__", '{"__proto__":{"note":"a"}}'],
  ["nesting that no request needs", `${"[".repeat(5_000)}${"]".repeat(5_000)}`],
  ["a comment", "{} // x"],
  ["nothing", ""],
])("refuses a body with %s", async (_, body) => {
  await expect(sent(body)).rejects.toMatchObject({ code: "malformed-json" });
});
