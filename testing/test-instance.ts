import "server-only";
import { closeRooms, forgetRooms, instances } from "./rooms";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, vi } from "vitest";
import { byOperator } from "@/lib/shared/author";
import type { Instance } from "@/lib/server/instance";
import type { KnownOperator } from "@/lib/server/instance/local/context";
import { placeMigrated } from "./test-database";

export interface TestInstance {
  /** The instance of a panel in standalone mode. Ada sends the requests. */
  instance: Instance;
  /** The owner of objects that the instance creates. */
  ada: { id: string; username: string };
  /** Returns the same instance for requests by another user. */
  as: (userId: string) => Instance;
}

/**
 * Opens the instance of a panel in standalone mode, with one database and one configuration file for all
 * tests in a test file.
 * @param settings sections of the configuration file
 */
export function openTestInstance(settings: Record<string, unknown> = {}): TestInstance {
  const folder = mkdtempSync(join(tmpdir(), "instance-"));
  const made = {} as TestInstance;
  beforeAll(async () => {
    const path = join(folder, "config.json");
    const security = { jwtSecret: "a secret of more than thirty-two bytes" };
    writeFileSync(path, JSON.stringify({ security, ...settings }));
    await placeMigrated(join(folder, "instance.db"));
    vi.stubEnv("DATA_DIR", folder);
    vi.stubEnv("CONFIG_PATH", path);
    // Unfinished work of an earlier test file may have created singletons that use that file's folder.
    forgetRooms();
    const { id, username } = await instances().store().createUser({ username: "ada" });
    const operators: KnownOperator[] = [{ userId: id, username, disabled: false }];
    made.ada = { id, username };
    made.as = (userId) =>
      instances().localFor({
        userId,
        actor: byOperator(username),
        operators: () => Promise.resolve(operators),
        inviteUrl: (botId) => ({ url: `https://panel.example/invite/${botId}`, at: "panel" }),
      });
    made.instance = made.as(id);
  });
  afterAll(async () => {
    await closeRooms();
    rmSync(folder, { recursive: true, force: true });
  });
  return made;
}
