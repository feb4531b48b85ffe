import "server-only";
import type { InstanceStore } from "../instance-store";
import { applications } from "./applications";
import { authorizations } from "./authorize";
import { bots } from "./bots";
import type { Local } from "./context";
import { guildCare } from "./guild-care";
import { guildLists } from "./guild-lists";
import { guilds } from "./guilds";
import { icons } from "./icons";
import { managers } from "./managers";
import { memberLists } from "./member-lists";
import { userLists } from "./user-lists";
import { userTokens } from "./user-tokens";
import { users } from "./users";

export type { Local } from "./context";
export { Snowflakes } from "./snowflake-lease";

/** The store in our own database. */
export function localInstanceStore(local: Local): InstanceStore {
  return {
    ...users(local),
    ...applications(local),
    ...bots(local),
    ...icons(local),
    ...guilds(local),
    ...guildLists(local),
    ...guildCare(local),
    ...memberLists(local),
    ...managers(local),
    ...userLists(local),
    ...userTokens(local),
    ...authorizations(local),
  };
}
