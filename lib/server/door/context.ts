import "server-only";
import { randomUUID } from "node:crypto";
import type { Settings } from "@/lib/shared/settings/values";
import { currentContext, type RequestContext } from "@/lib/request-context";
import { addressFor } from "./address";
import { setImmediate } from "node:timers/promises";
import { configFile } from "@/lib/server/config-file";

let gathering: Promise<Settings> | undefined;

async function readForAll(): Promise<Settings> {
  await setImmediate();
  gathering = undefined;
  return configFile().settings();
}

/**
 * Returns the file's current settings. Requests in the same turn of the event loop share one read. The read
 * starts at the end of the turn, so that no request gets settings from before its arrival.
 * @throws AppError `config-unreadable`
 */
export function liveSettings(): Promise<Settings> {
  return (gathering ??= readForAll());
}

/** @param header returns the value of a request header, with multiple lines joined; null if absent */
export function createContext(peer: string, header: (name: string) => string | null): RequestContext {
  let settings: Promise<Settings> | undefined;
  let address: Promise<string> | undefined;
  const findAddress = async () => addressFor(peer, header, await context.settings().catch(() => null));
  const context: RequestContext = {
    id: randomUUID(),
    peer,
    security: {},
    userAgent: (header("user-agent") ?? "").slice(0, 400).replace(/\p{Cc}/gu, " "),
    settings: () => (settings ??= liveSettings()),
    clientAddress: () => (address ??= findAddress()),
  };
  return context;
}

/**
 * Returns the context of the current request. Without the front door, every client's address is "unknown",
 * because the panel cannot determine addresses reliably.
 */
export function requestContext(): RequestContext {
  return currentContext() ?? createContext("", () => null);
}
