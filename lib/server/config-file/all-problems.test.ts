import { byOperator } from "@/lib/shared/author";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { createLog } from "@/lib/log";
import { migrate } from "@/lib/server/db";
import { configFile, db } from "@/testing/rooms";

const folder = mkdtempSync(join(tmpdir(), "all-problems-"));
const path = join(folder, "config.json");
vi.stubEnv("DATA_DIR", join(folder, "data"));
vi.stubEnv("CONFIG_PATH", path);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("the log hides the secrets of the file", async () => {
  await migrate(db());
  writeFileSync(path, '{"security": {"jwtSecret": "deep blue sea"}, "general": {"instanceName": "Harbor"}}');
  await configFile().read();
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  createLog({ level: "info", secrets: configFile(), destination }).info(
    { said: "deep blue sea" },
    "Harbor: deep blue sea",
  );
  expect(lines.join("")).toContain('"said":"•••","msg":"Harbor: •••"');
});

it("contradictions between settings are listed in the document and in the response to a save", async () => {
  await migrate(db());
  writeFileSync(path, '{"security": {"captcha": {"enabled": true}}, "limits": {"user": {"maxBio": "x"}}}');
  const captcha = { path: "security.captcha.service", rule: "captcha-incomplete" };
  const before = await (await configFile().read()).document();
  expect(before.problems).toContainEqual(expect.objectContaining(captcha));
  expect(before.problems).toContainEqual(expect.objectContaining({ path: "limits.user.maxBio" }));
  const saved = await configFile().save({
    baseEtag: before.etag,
    author: byOperator("ada"),
    operations: [{ op: "set", path: "limits.user.maxBio", value: 90 }],
  });
  const after = await saved.document();
  expect(after.problems.filter(({ rule }) => rule === captcha.rule)).toHaveLength(1);
  writeFileSync(path, "{");
  // The values of an unreadable file are unknown, so no contradictions are reported.
  expect(
    (await (await configFile().read()).document()).problems.every(({ rule }) => rule === undefined),
  ).toBe(true);
});
