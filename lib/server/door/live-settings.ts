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
 * The settings of the live file. Requests that arrive in one turn of the event loop share one read; it begins after the
 * last of them has arrived, so that each is judged by the file as it was at its arrival or later.
 * @throws AppError `config-unreadable`
 */
export function liveSettings(): Promise<Settings> {
  return (gathering ??= readForAll());
}
