import "server-only";
import type { Capabilities } from "@/lib/shared/contract/instance";
import type { Instance } from "../instance";
import { upstreamApplications, upstreamBots } from "./bots";
import type { UpstreamCaller } from "./caller";
import { upstreamGuilds } from "./guilds";
import { upstreamTokens } from "./registration";
import { upstreamUsers } from "./users";

const NEEDS_TOKEN =
  "This needs a token of an operator of the instance. Set one on the Instance page, under Connection.";

/** What the API of a running instance offers the panel. */
export const upstreamCapabilities = (hasOperatorToken: boolean): Capabilities => ({
  everyBot: "The instance lists the bots of the connected account only.",
  botGuilds:
    "An instance does not list a bot's guilds. The panel can ask, guild by guild, about the guilds of the connected account.",
  botMembership:
    "Change its permissions, or remove it, with a client: authorizing a bot again changes nothing on some instances.",
  botPictures: "Set its picture with a client.",
  botTransfer: "The instance's API has no way to give a bot to another account.",
  botUsernames: true,
  everyGuild:
    "The instance lists the guilds of the connected account only, and does not list members to the panel.",
  guildCare: "Rename, transfer and delete guilds with a client, and manage their members there.",
  everyUser: "The instance's API has no list or search of users: look one up by id.",
  userCare: "Users register with the instance. Their rights are in its database.",
  userTokens: "Tokens of users are the instance's own.",
  userBans: hasOperatorToken ? true : NEEDS_TOKEN,
  registrationTokens: true,
});

/** A running instance over HTTP. */
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
  };
}
