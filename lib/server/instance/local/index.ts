import "server-only";
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
import { ownApplications } from "./own-applications";
import { users } from "./users";

export type { Local } from "./context";
export { Snowflakes } from "./snowflake-lease";

/**
 * Users, guilds, applications and bots in the panel's own database. Methods throw AppError with the codes of the
 * instance API (docs/instance-api.md), and each method is atomic. Methods for operators throw `unknown-guild` for an
 * unknown guild, and `not-found` for an id that is not a person's.
 */
export function localInstanceStore(local: Local) {
  return {
    ...users(local),
    ...applications(local),
    ...ownApplications(local),
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

export type InstanceStore = ReturnType<typeof localInstanceStore>;
