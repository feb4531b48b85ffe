import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { announceReload } from "./reload";

const folder = mkdtempSync(join(tmpdir(), "reload-"));
const path = join(folder, "config.json");
vi.stubEnv("DATA_DIR", join(folder, "data"));
vi.stubEnv("CONFIG_PATH", path);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("if the file has no broker, announcing a reload fails and names the missing setting", async () => {
  writeFileSync(path, JSON.stringify({ rabbitmq: { host: null }, sentry: { enabled: false } }));
  expect(await announceReload()).toMatchObject({
    ok: false,
    reason: expect.stringContaining("contains no message broker") as unknown,
  });
  writeFileSync(path, JSON.stringify({ broker: { host: null } }));
  expect(await announceReload()).toMatchObject({
    ok: false,
    reason: expect.stringContaining("does not support a reload") as unknown,
  });
});
