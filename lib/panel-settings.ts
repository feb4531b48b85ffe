import "server-only";
import { type Env, env } from "@/lib/env";
import { processSingleton } from "@/lib/process-singleton";

type Given = Pick<Env, "givenApiUrl" | "givenOperatorToken" | "givenNotifyUrl" | "givenNotifySecret">;

/**
 * What operators set in the panel: the connection to an instance and the notifications. The panel's database stores
 * the values. A value that an environment variable gives is fixed.
 */
export class PanelSettings {
  /** The API address of the connected instance. Undefined in standalone mode, and while nobody has chosen the mode. */
  instanceApiUrl: string | undefined;
  /** With this token of a user with the OPERATOR right, the instance returns its whole configuration. */
  instanceOperatorToken: string | undefined;
  /** Whether the file appears to belong to another server, and nobody has chosen a mode yet. */
  isModeOpen = false;
  /** The webhook's address. It contains a token: never show or log it. */
  notifyUrl: string | undefined;
  notifySecret: string | undefined;
  /** Topics for which an owner has turned notifications off. */
  mutedTopics: readonly string[] = [];
  readonly isInstanceFixed: boolean;
  readonly isOperatorTokenFixed: boolean;
  readonly isNotifyUrlFixed: boolean;
  readonly isNotifySecretFixed: boolean;

  constructor({ givenApiUrl, givenOperatorToken, givenNotifyUrl, givenNotifySecret }: Given) {
    this.instanceApiUrl = givenApiUrl;
    this.instanceOperatorToken = givenOperatorToken;
    this.notifyUrl = givenNotifyUrl;
    this.notifySecret = givenNotifySecret;
    this.isInstanceFixed = givenApiUrl !== undefined;
    this.isOperatorTokenFixed = givenOperatorToken !== undefined;
    this.isNotifyUrlFixed = givenNotifyUrl !== undefined;
    this.isNotifySecretFixed = givenNotifySecret !== undefined;
  }

  setConnection(entered: { url?: string; operatorToken?: string; isOpen?: boolean }): void {
    if (!this.isInstanceFixed) this.instanceApiUrl = entered.url;
    if (!this.isOperatorTokenFixed) this.instanceOperatorToken = entered.operatorToken;
    this.isModeOpen = !this.isInstanceFixed && (entered.isOpen ?? false);
  }

  setNotifications(entered: { url?: string; secret?: string; muted: readonly string[] }): void {
    if (!this.isNotifyUrlFixed) this.notifyUrl = entered.url;
    if (!this.isNotifySecretFixed) this.notifySecret = entered.secret;
    this.mutedTopics = entered.muted;
  }
}

export const panelSettings = (): PanelSettings =>
  processSingleton("panel-settings", () => new PanelSettings(env()));

/** Returns what probes and checks need to reach the instance: variables, and the current connection. */
export function reachOf(env: Env, { instanceApiUrl, instanceOperatorToken }: PanelSettings) {
  const { checkAllow, probeChannel, probeMail } = env;
  return { checkAllow, probeChannel, probeMail, instanceApiUrl, instanceOperatorToken };
}

export type Reach = ReturnType<typeof reachOf>;
