import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { TokenFile } from "./token-file";

function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "tokens-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "tokens");
}

const lamp = { bot: "Lamp", id: "17", token: "secret" };

test("appends lines to a file that only its owner can read", () => {
  const path = newPath();
  writeFileSync(path, `${JSON.stringify(lamp)}\n`);
  chmodSync(path, 0o644);
  const file = TokenFile.at(path);
  expect(statSync(path).mode & 0o777).toBe(0o644);
  file.beforeToken("Quiet");
  file.onToken({ bot: "Quiet", id: "18", token: "other" });
  expect(
    readFileSync(path, "utf8")
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as object),
  ).toEqual([lamp, { bot: "Quiet" }, { bot: "Quiet", id: "18", token: "other" }]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  // A mode that is set during a run, for example to share the file, stays.
  chmodSync(path, 0o640);
  file.beforeToken("Bell");
  expect(statSync(path).mode & 0o777).toBe(0o640);
});

test("a new file has one line for each step, and a file that nobody else can read retains its mode", () => {
  const path = newPath();
  const file = TokenFile.at(path);
  file.beforeToken("Lamp");
  file.onToken(lamp);
  expect(readFileSync(path, "utf8")).toBe(`{"bot":"Lamp"}\n${JSON.stringify(lamp)}\n`);
  chmodSync(path, 0o700);
  TokenFile.at(path).beforeToken("Quiet");
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

test("a file that cannot be written is reported, with advice that depends on whether a bot exists", () => {
  const path = join(newPath(), "tokens");
  const file = TokenFile.at(path);
  const trouble = (advice: string) =>
    expect.objectContaining({
      code: "conflict",
      message: `The tokens file ${path} cannot be used (ENOENT). ${advice}`,
    });
  expect(() => file.beforeToken("Lamp")).toThrow(
    trouble("Nothing was created. Choose another file with --tokens."),
  );
  expect(() => file.onToken(lamp)).toThrow(
    trouble(
      "The bot was created, but its token could not be saved. Fix the token file and run the command again to create another token.",
    ),
  );
});

test("finds tokens that were requested but not saved, even if the last line is incomplete", () => {
  const path = newPath();
  const file = TokenFile.at(path);
  file.beforeToken("Lamp");
  file.beforeToken("Quiet");
  file.onToken(lamp);
  const whole = readFileSync(path, "utf8");
  for (let length = 0; length <= whole.length; length += 1) {
    writeFileSync(path, whole.slice(0, length));
    const found = TokenFile.at(path);
    const has = (line: string) => whole.slice(0, length).includes(line);
    expect(found.unsaved.has("Lamp")).toBe(has('{"bot":"Lamp"}') && !has(JSON.stringify(lamp)));
    // After an incomplete last line, the next run starts a new line.
    found.onToken({ ...lamp, token: "newer" });
    expect(TokenFile.at(path).unsaved.has("Lamp")).toBe(false);
    expect(readFileSync(path, "utf8")).toMatch(/(?:^|\n)\{"bot":"Lamp","id":"17","token":"newer"\}\n$/);
  }
});

test("does not change a file that is not a token file", () => {
  const path = newPath();
  for (const text of ["hello", "hello\n", '{"a":1}\n', "[]"]) {
    writeFileSync(path, text);
    expect(() => TokenFile.at(path)).toThrow("is not a token file");
    expect(readFileSync(path, "utf8")).toBe(text);
  }
  for (const other of ["/dev/null", tmpdir()])
    expect(() => TokenFile.at(other)).toThrow("is not a regular file, so nothing was changed");
  expect(() => TokenFile.at(join(path, "below"))).toThrow("Choose another file with --tokens");
});
