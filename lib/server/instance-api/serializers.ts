import "server-only";
import type { z } from "zod";
import type { Application } from "@/lib/server/instance";
import type { application, authorizeAnswer } from "./schemas";

/** An application as its owner sees it. `bot` is there only when creating the application made one (docs/instance-api.md). */
export function serializeApplication(created: Application): z.output<typeof application> {
  const { id, name, description, icon, botPublic, flags, owner, bot } = created;
  return { id, name, description, icon, bot_public: botPublic, flags, owner, ...(bot && { bot }) };
}

/** Where a browser would be sent next; says what was granted, or that the request was declined. */
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
