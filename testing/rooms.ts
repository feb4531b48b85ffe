import "server-only";
import { readEnv, type Env } from "@/lib/env";
import { PanelSettings } from "@/lib/panel-settings";
import type { RequestContext } from "@/lib/request-context";
import { composeRooms, type Foundation, openFoundation, type Rooms } from "@/lib/server/rooms";

let current: { foundation: Foundation; rooms: Rooms } | undefined;
/** All rooms that were composed, also those before a change of the environment. */
const composed: Rooms[] = [];

function compose(foundation: Foundation) {
  current = { foundation, rooms: composeRooms(foundation) };
  composed.push(current.rooms);
  return current;
}

/** Returns the rooms of the test's panel, which are opened at the first use with the variables of `process.env`. */
export const theRooms = (): Rooms => (current ?? compose(openFoundation(readEnv()))).rooms;

export const applies = () => theRooms().applies;
export const audit = () => theRooms().audit;
export const configFile = () => theRooms().config;
export const db = () => theRooms().db;
export const env = () => theRooms().env;
export const instances = () => theRooms().instances;
export const known = () => theRooms().known;
export const operators = () => theRooms().operators;
export const panelSettings = () => theRooms().panelSettings;

export const areRoomsOpen = (): boolean => current !== undefined;

/** Makes the next use open other rooms. Close these first. */
export function forgetRooms(): void {
  current = undefined;
  composed.length = 0;
}

/** Stops all background work, and closes the database. */
export const closeRooms = (): Promise<void> => theRooms().close();

/** Replaces variables of the environment. The database and the configuration file stay open. */
export function changeEnv(variables: Partial<Env>): void {
  theRooms();
  const { foundation } = current!;
  const changed = Object.freeze({ ...foundation.env, ...variables });
  if (Object.keys(variables).some((name) => name.startsWith("given")))
    Object.assign(foundation.panelSettings, new PanelSettings(changed));
  // An apply in progress gets the new values too.
  for (const { applyRoom } of composed) Object.assign(applyRoom.env, variables);
  compose({ ...foundation, env: changed });
}

/** Returns the context of a request whose sender is unknown. */
export const requestContext = (): RequestContext => theRooms().contexts.create("", () => null);
