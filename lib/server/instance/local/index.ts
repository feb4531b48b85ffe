import "server-only";
import type { InstanceStore } from "../instance-store";
import { applications } from "./applications";
import { authorizations } from "./authorize";
import { bots } from "./bots";
import type { Local } from "./context";
import { guilds } from "./guilds";
import { ownApplications } from "./own-applications";
import { users } from "./users";

export type { Local } from "./context";
export { Snowflakes } from "./snowflake-lease";

/** The store in our own database. */
export function localInstanceStore(local: Local): InstanceStore {
  return {
    ...users(local),
    ...applications(local),
    ...ownApplications(local),
    ...bots(local),
    ...guilds(local),
    ...authorizations(local),
  };
}
