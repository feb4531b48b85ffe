import "server-only";
import { setImmediate } from "node:timers/promises";
import { readSettings } from "@/lib/config-file";
import type { Settings } from "@/lib/config/values";

let gathering: Promise<Settings> | undefined;

async function readForAll(): Promise<Settings> {
  await setImmediate();
  gathering = undefined;
  return readSettings();
}

/**
 * The settings of the live file. Requests that arrive in one turn of the event loop share one reading; it begins after
 * the last of them has come, so that each is judged by the file as it was at its arrival or later.
 * @throws AppError `config-unreadable`
 */
export function liveSettings(): Promise<Settings> {
  return (gathering ??= readForAll());
}
