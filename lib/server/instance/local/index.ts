import "server-only";
import { type Db } from "@/lib/server/db";
import { CAPABILITIES, type Capabilities } from "@/lib/shared/contract/instance";
import { type Instance, lacking } from "../instance";
import { applications } from "./applications";
import { authorizations } from "./authorize";
import type { Local, LocalCaller } from "./context";
import { guilds } from "./guilds";
import { localApplications, localBots } from "./panel-bots";
import { localGuilds } from "./panel-guilds";
import { localMembers } from "./panel-members";
import { localUserTokens } from "./panel-tokens";
import { localUsers } from "./panel-users";
import { users } from "./users";

/**
 * Returns the store for callers of the instance API: users, guilds, applications and bots in the panel's own
 * database. Methods throw AppError with the codes of the instance API (docs/instance-api.md). Each method is
 * atomic.
 */
export function localInstanceStore(local: Local) {
  return { ...users(local), ...applications(local), ...guilds(local), ...authorizations(local) };
}

export type InstanceStore = ReturnType<typeof localInstanceStore>;

export const localCapabilities: Capabilities = {
  ...(Object.fromEntries(CAPABILITIES.map((name) => [name, true])) as Record<
    (typeof CAPABILITIES)[number],
    true
  >),
  botUsernames: "A bot always has its application's name.",
  userBans: "Disable the user instead: the instance refuses every token of a disabled user.",
  registrationTokens:
    "This panel is the instance, so create users on the Users page. Registration tokens only exist on a connected instance.",
};

/**
 * Gives the panel's operators access to all users, guilds and bots of the local store, regardless of who owns
 * them. Methods throw `unknown-guild` for an unknown guild, and `not-found` if an id does not belong to a person.
 */
export function localInstance(caller: LocalCaller): Instance {
  const lacks = lacking(localCapabilities);
  return {
    mode: "standalone",
    capabilities: localCapabilities,
    isNear: true,
    applications: localApplications(caller),
    bots: localBots(caller),
    guilds: { ...localGuilds(caller), ...localMembers(caller) },
    users: { ...localUsers(caller), ...localUserTokens(caller), ban: lacks("userBans") },
    counts: () => countDirectory(caller.db),
    tokens: { create: lacks("registrationTokens") },
  };
}

/** Bots are not counted, and the local store has no messages. */
export async function countDirectory(db: Db): Promise<{ users: number; guilds: number }> {
  const { users } = await db
    .selectFrom("users")
    .where("deleted", "=", 0)
    .where("bot", "=", 0)
    .select(({ fn }) => fn.countAll<number | string>().as("users"))
    .executeTakeFirstOrThrow();
  const { guilds } = await db
    .selectFrom("guilds")
    .select(({ fn }) => fn.countAll<number | string>().as("guilds"))
    .executeTakeFirstOrThrow();
  return { users: Number(users), guilds: Number(guilds) };
}
