import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { Output } from "./output";

const folder = mkdtempSync(join(tmpdir(), "output-"));
const secret = "a signing secret of the file";
const path = join(folder, "config.json");
vi.stubEnv("DATA_DIR", folder);
vi.stubEnv("CONFIG_PATH", path);
const file = { security: { jwtSecret: secret }, broker: { host: "amqp://harbor:sea%20salt@b.example" } };
writeFileSync(path, JSON.stringify(file));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("a command's output is kept without secrets, colors and control characters, and only its end", async () => {
  const output = await Output.begin("");
  output.add(`\u001b[31mfailed\u001b[0m: ${secret}\0\r\n`);
  // Also where it comes in two parts.
  output.add(secret.slice(0, 9));
  output.add(secret.slice(9));
  expect(output.toString()).toBe("failed: «secret»\n«secret»");
  // Of a secret address, the password alone.
  output.add("\nlogin harbor, sea salt");
  expect(output.toString()).toMatch(/\nlogin harbor, «secret»$/);
  output.add(`${"x".repeat(200_000)}the end`);
  expect(output.toString().length).toBeLessThan(33_000);
  expect(output.toString()).toMatch(/^… earlier output left out …\n/);
  expect(output.toString()).toMatch(/the end$/);
});
