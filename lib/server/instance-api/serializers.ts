import "server-only";
import type { z } from "zod";
import type { Application, Caller, UserGuild } from "@/lib/server/instance";
import type { application, authorizeAnswer, currentUser, userGuild } from "./schemas";

/** Serializes an application for its owner. `bot` is missing if the application has none (docs/instance-api.md). */
export function serializeApplication(created: Application): z.output<typeof application> {
  const { id, name, description, icon, botPublic, flags, owner, bot } = created;
  return { id, name, description, icon, bot_public: botPublic, flags, owner, ...(bot && { bot }) };
}

/**
 * Returns the address to redirect a browser to. Its query contains the granted permissions, or an error if the
 * request was declined.
 */
export function serializeAuthorization(
  input: { guildId: string; authorize: boolean },
  granted: bigint,
): z.output<typeof authorizeAnswer> {
  const query = input.authorize
    ? new URLSearchParams({ guild_id: input.guildId, permissions: granted.toString() })
    : new URLSearchParams({
        error: "access_denied",
        error_description: "The resource owner or authorization server denied the request",
      });
  return { location: `/oauth2/authorized?${query.toString()}` };
}

/** Serializes the caller. Fields that clients expect but this instance does not store have fixed values. */
export const serializeCaller = ({ id, username, bot }: Caller): z.output<typeof currentUser> => ({
  id,
  username,
  discriminator: "0",
  global_name: null,
  avatar: null,
  bot,
  flags: 0,
  public_flags: 0,
});

export const serializeGuild = ({ id, name, owner, permissions }: UserGuild): z.output<typeof userGuild> => ({
  id,
  name,
  icon: null,
  owner,
  permissions: permissions.toString(),
  features: [],
});
