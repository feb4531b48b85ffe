import "server-only";
import type { z } from "zod";
import type { ChannelName } from "@/lib/shared/contract/notifications";
import type { Message } from "./message";

export interface ChannelField {
  name: string;
  label: string;
  help: string;
  placeholder?: string;
  /** Whether the value is never shown again, because it is or contains a credential. */
  isSecret: boolean;
  isOptional?: boolean;
  /** The environment variable that sets the value and locks it. */
  variable: string;
}

/** The outcome of a delivery. Contains no part of the channel's settings that is secret. */
export interface Outcome {
  isSent: boolean;
  /**
   * Whether to send the message again. True if there was no answer, too many requests were sent, or the
   * server failed.
   */
  mayRetry: boolean;
  retryAfter?: number;
  message: string;
}

/** A way to send notifications. Each channel is one file in `channels/`. */
export interface Channel<S extends Record<string, string | undefined> = Record<string, string | undefined>> {
  name: ChannelName;
  label: string;
  help: string;
  fields: readonly ChannelField[];
  schema: z.ZodType<S, unknown>;
  /** Where the messages go, in words without a secret, such as the origin of an address. */
  target: (settings: S) => string;
  /** Refuses forbidden addresses, as connection checks do. @param allow the value of CHECK_ALLOW */
  send: (settings: S, message: Message, allow: readonly string[]) => Promise<Outcome>;
}

export interface ReadyChannel {
  name: ChannelName;
  target: string;
  send: (message: Message, allow: readonly string[]) => Promise<Outcome>;
}

export function readyChannel<S extends Record<string, string | undefined>>(
  channel: Channel<S>,
  settings: Readonly<Record<string, string | undefined>>,
): ReadyChannel | null {
  const { data } = channel.schema.safeParse(settings);
  if (!data) return null;
  return {
    name: channel.name,
    target: channel.target(data),
    send: (message, allow) => channel.send(data, message, allow),
  };
}
