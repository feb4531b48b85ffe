import "server-only";
import type { Directory } from "../directory";
import { applications } from "./applications";
import { authorizations } from "./authorize";
import type { Local } from "./context";
import { guilds } from "./guilds";
import { users } from "./users";

export type { Local } from "./context";
export { Snowflakes } from "./snowflakes";

/** The directory in our own database. */
export function localDirectory(local: Local): Directory {
  return { ...users(local), ...applications(local), ...guilds(local), ...authorizations(local) };
}
