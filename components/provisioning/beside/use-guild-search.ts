import { useEffect, useRef, useState } from "react";
import { useInstanceAccess } from "../account/instance-provider";
import type { InstanceAccess } from "../queries/instance-access";
import { InstanceError, TokenRefused } from "../queries/instance-error";
import { accountGuilds } from "../queries/instance-guilds";
import { isMember } from "../queries/instance-membership";
import { isNotOffered } from "../queries/instance-request";

/** Guilds to ask about at a time: each is a request to the instance. */
export const AT_ONCE = 50;

interface Guild {
  id: string;
  name: string;
}

export interface GuildFinding extends Guild {
  /** Null where the instance does not tell, for the reason given. */
  isMember: boolean | null;
  reason?: InstanceError;
}

interface GuildSearch {
  /** Those that were asked about. */
  findings: readonly GuildFinding[];
  /** The account's guilds; undefined until they were asked for, null where the instance does not list them. */
  guilds?: readonly Guild[] | null;
  isRunning: boolean;
  /** What ended the search early. */
  failure?: unknown;
}

/** A refusal of one guild says nothing of the next; what any request would meet ends the search. */
const isOfOneGuild = (error: unknown): error is InstanceError =>
  error instanceof InstanceError &&
  !(error instanceof TokenRefused) &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 429;

async function findingOf(
  access: InstanceAccess,
  applicationId: string,
  guild: Guild,
  signal: AbortSignal,
): Promise<GuildFinding> {
  try {
    return { ...guild, isMember: await isMember(access, { applicationId, guildId: guild.id }, signal) };
  } catch (error) {
    if (!isOfOneGuild(error) || isNotOffered(error)) throw error;
    return { ...guild, isMember: null, reason: error };
  }
}

/** Looks in which of the account's guilds a bot is, guild by guild; `start` goes on where the search ended. */
export function useGuildSearch(applicationId: string) {
  const access = useInstanceAccess();
  const [search, setSearch] = useState<GuildSearch>({ findings: [], isRunning: false });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start() {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setSearch((known) => ({ ...known, isRunning: true, failure: undefined }));
    try {
      const guilds = search.guilds ?? (await accountGuilds(access(), signal));
      setSearch((known) => ({ ...known, guilds }));
      const next = (guilds ?? []).slice(search.findings.length, search.findings.length + AT_ONCE);
      for (const guild of next) {
        const finding = await findingOf(access(), applicationId, guild, signal);
        setSearch((known) => ({ ...known, findings: [...known.findings, finding] }));
      }
      setSearch((known) => ({ ...known, isRunning: false }));
    } catch (failure) {
      const isStopped = signal.aborted;
      setSearch((known) => ({ ...known, isRunning: false, ...(!isStopped && { failure }) }));
    }
  }

  return { ...search, start: () => void start(), stop: () => running.current?.abort() };
}
