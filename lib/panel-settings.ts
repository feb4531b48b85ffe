import "server-only";
import type { Env } from "@/lib/env";
import type { ChannelName } from "@/lib/shared/contract/notifications";
import type { NotifyTopic } from "@/lib/shared/contract/values";

/** The settings of each channel: the values by the names of its fields. */
export type ChannelSettings = Readonly<Record<ChannelName, Readonly<Record<string, string | undefined>>>>;

type Given = Pick<Env, "givenApiUrl" | "givenOperatorToken" | "givenChannels">;

/**
 * What operators set in the panel: the connection to an instance and the notifications. The panel's database stores
 * the values. A value that an environment variable gives is fixed.
 */
export class PanelSettings {
  /** The API address of the connected instance. Undefined in standalone mode, and while nobody has chosen the mode. */
  instanceApiUrl: string | undefined;
  instanceOperatorToken: string | undefined;
  /** Whether the file appears to belong to another server, and nobody has chosen a mode yet. */
  isModeOpen = false;
  /** Settings of the notification channels. They contain credentials: never show or log them. */
  channels: ChannelSettings;
  mutedTopics: readonly NotifyTopic[] = [];
  readonly isInstanceFixed: boolean;
  readonly isOperatorTokenFixed: boolean;
  readonly givenChannels: ChannelSettings;

  constructor({ givenApiUrl, givenOperatorToken, givenChannels }: Given) {
    this.instanceApiUrl = givenApiUrl;
    this.instanceOperatorToken = givenOperatorToken;
    this.channels = givenChannels;
    this.givenChannels = givenChannels;
    this.isInstanceFixed = givenApiUrl !== undefined;
    this.isOperatorTokenFixed = givenOperatorToken !== undefined;
  }

  setConnection(entered: { url?: string; operatorToken?: string; isOpen?: boolean }): void {
    if (!this.isInstanceFixed) this.instanceApiUrl = entered.url;
    if (!this.isOperatorTokenFixed) this.instanceOperatorToken = entered.operatorToken;
    this.isModeOpen = !this.isInstanceFixed && (entered.isOpen ?? false);
  }

  setNotifications(entered: {
    channels: Partial<Record<ChannelName, Readonly<Record<string, string | undefined>>>>;
    muted: readonly NotifyTopic[];
  }): void {
    const merged = (name: ChannelName) => {
      const given = Object.entries(this.givenChannels[name]).filter(([, value]) => value !== undefined);
      return { ...entered.channels[name], ...Object.fromEntries(given) };
    };
    this.channels = {
      webhook: merged("webhook"),
      discord: merged("discord"),
      email: merged("email"),
      ntfy: merged("ntfy"),
    };
    this.mutedTopics = entered.muted;
  }
}

export function reachOf(env: Env, { instanceApiUrl, instanceOperatorToken }: PanelSettings) {
  const { checkAllow, probeChannel, probeMail } = env;
  return { checkAllow, probeChannel, probeMail, instanceApiUrl, instanceOperatorToken };
}

export type Reach = ReturnType<typeof reachOf>;
