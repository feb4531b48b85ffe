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
 * The current settings of the file. Requests that arrive in one turn of the event loop share one read, which begins
 * at the end of that turn, so that no request gets settings from before its arrival.
 * @throws AppError `config-unreadable`
 */
export function liveSettings(): Promise<Settings> {
  return (gathering ??= readForAll());
}
