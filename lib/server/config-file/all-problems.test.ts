import { byOperator } from "@/lib/shared/author";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { migrate } from "@/lib/server/db";

// Needs a process of its own: the environment is read only once.
const folder = mkdtempSync(join(tmpdir(), "all-problems-"));
const path = join(folder, "config.json");
vi.stubEnv("DATA_DIR", join(folder, "data"));
vi.stubEnv("CONFIG_PATH", path);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("the log hides the secrets of the file", async () => {
  const { configFile } = await import("@/lib/server/config-file");
  const { createLog } = await import("@/lib/log");
  const { db } = await import("@/lib/server/db");
  await migrate(db());
  writeFileSync(path, '{"security": {"jwtSecret": "deep blue sea"}, "general": {"instanceName": "Harbor"}}');
  await configFile().read();
  const lines: string[] = [];
  createLog({ destination: { write: (line) => void lines.push(line) } }).info(
    { said: "deep blue sea" },
    "Harbor: deep blue sea",
  );
  expect(lines.join("")).toContain('"said":"•••","msg":"Harbor: •••"');
});

it("contradictions between settings are listed in the document and in the response to a save", async () => {
  const { configFile } = await import("@/lib/server/config-file");
  const { db } = await import("@/lib/server/db");
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
