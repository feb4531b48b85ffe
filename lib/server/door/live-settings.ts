import "server-only";
import { setImmediate } from "node:timers/promises";
import { configFile } from "@/lib/server/config-file";
import type { Settings } from "@/lib/shared/settings/values";

let gathering: Promise<Settings> | undefined;

async function readForAll(): Promise<Settings> {
  await setImmediate();
  gathering = undefined;
  return configFile().settings();
}

/**
 * The settings of the live file. Requests that arrive in one turn of the event loop share one read. The read
 * starts after the last of them has arrived, so that no request uses settings older than its arrival.
 * @throws AppError `config-unreadable`
 */
export function liveSettings(): Promise<Settings> {
  return (gathering ??= readForAll());
}
