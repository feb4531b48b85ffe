import "server-only";
import { AppError } from "@/lib/errors";
import { CAPABILITIES, type Capabilities } from "@/lib/shared/contract/instance";
import type { Instance } from "../instance";
import type { LocalCaller } from "./caller";
import { localApplications, localBots } from "./panel-bots";
import { localGuilds } from "./panel-guilds";
import { localUsers } from "./panel-users";

const lacking: Partial<Capabilities> = {
  botUsernames: "A bot always has its application's name.",
  userBans: "Disable the user instead: the instance refuses every token of a disabled user.",
  registrationTokens:
    "This panel is the instance, so create users on the Users page. Registration tokens only exist on a connected instance.",
};

export const localCapabilities: Capabilities = {
  ...(Object.fromEntries(CAPABILITIES.map((name) => [name, true])) as Record<
    (typeof CAPABILITIES)[number],
    true
  >),
  ...lacking,
};

export function localInstance(caller: LocalCaller): Instance {
  return {
    mode: "standalone",
    capabilities: localCapabilities,
    isNear: true,
    applications: localApplications(caller),
    bots: localBots(caller),
    guilds: localGuilds(caller),
    users: localUsers(caller, localCapabilities),
    counts: caller.counts,
    tokens: {
      create: () => Promise.reject(new AppError("not-offered", String(localCapabilities.registrationTokens))),
    },
  };
}
