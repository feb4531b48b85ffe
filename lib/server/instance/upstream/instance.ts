import "server-only";
import { z } from "zod";
import type { Capabilities } from "@/lib/shared/contract/instance";
import type { Instance } from "../instance";
import { upstreamApplications } from "./applications";
import { upstreamBots } from "./bots";
import type { UpstreamCaller } from "./caller";
import { ifOffered } from "./client";
import { UpstreamError } from "./failure";
import { upstreamGuilds } from "./guilds";
import { upstreamTokens } from "./registration";
import { upstreamUsers } from "./users";

const NEEDS_TOKEN =
  "This requires an operator token of the instance. Set one on the Instance page, under Connection.";

/** The features that a running instance's API offers to the panel. For each missing feature, the reason. */
export const upstreamCapabilities = (hasOperatorToken: boolean): Capabilities => ({
  everyBot: "The instance only lists the bots of the connected account.",
  botGuilds:
    "An instance does not list a bot's guilds. The panel can check each guild of the connected account.",
  botMembership:
    "Use a client to change its permissions or remove it. On some instances, authorizing a bot again changes nothing.",
  botPictures: "Use a client to set its picture.",
  botTransfer: "The instance's API cannot transfer a bot to another account.",
  botUsernames: true,
  everyGuild:
    "The instance only lists the guilds of the connected account, and does not list members to the panel.",
  guildCare: "Use a client to rename, transfer and delete guilds, and to manage their members.",
  everyUser: "The instance's API cannot list or search users. Look up a user by id.",
  userCare: "Users register with the instance. Their rights are in its database.",
  userTokens: "The instance manages users' tokens.",
  userBans: hasOperatorToken ? true : NEEDS_TOKEN,
  registrationTokens: true,
});

const count = z.int().nonnegative().optional().catch(undefined);
const stats = z.object({ counts: z.object({ user: count, guild: count }) });

function unlessForbidden(error: unknown): undefined {
  const isForbidden = error instanceof UpstreamError && error.failure.status === 403;
  if (!isForbidden) throw error;
}

export function upstreamInstance(caller: UpstreamCaller): Instance {
  const capabilities = upstreamCapabilities(caller.hasOperatorToken);
  return {
    mode: "connected",
    capabilities,
    isNear: false,
    applications: upstreamApplications(caller),
    bots: upstreamBots(caller, capabilities),
    guilds: upstreamGuilds(caller, capabilities),
    users: upstreamUsers(caller, capabilities),
    tokens: upstreamTokens(caller),
    async counts() {
      const answer = await ifOffered(caller.asOperator().ask("GET", "/policies/stats")).catch(
        unlessForbidden,
      );
      const { data } = stats.safeParse(answer);
      return { users: data?.counts.user ?? null, guilds: data?.counts.guild ?? null };
    },
  };
}
