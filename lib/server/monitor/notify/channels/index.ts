import "server-only";
import type { ChannelSettings } from "@/lib/panel-settings";
import { type Channel, type ReadyChannel, readyChannel } from "../channel";
import { discord } from "./discord";
import { email } from "./email";
import { ntfy } from "./ntfy";
import { webhook } from "./webhook";

type Known = Omit<Channel, "schema" | "target" | "send"> & {
  problemsIn: (
    settings: Readonly<Record<string, string | undefined>>,
  ) => { field: string; message: string }[];
  ready: (settings: Readonly<Record<string, string | undefined>>) => ReadyChannel | null;
};

function known<S extends Record<string, string | undefined>>(channel: Channel<S>): Known {
  const { name, label, help, fields, schema } = channel;
  return {
    name,
    label,
    help,
    fields,
    problemsIn(settings) {
      const { error } = schema.safeParse(settings);
      return (error?.issues ?? []).map(({ path, message }) => {
        const field = fields.find((one) => one.name === path[0]) ?? fields[0]!;
        const isMissing = settings[field.name] === undefined;
        return {
          field: field.name,
          message: isMissing
            ? `Enter the ${field.label.toLowerCase()}.`
            : `The ${field.label.toLowerCase()} ${message}.`,
        };
      });
    },
    ready: (settings) => readyChannel(channel, settings),
  };
}

export const channels: readonly Known[] = [known(webhook), known(discord), known(email), known(ntfy)];

export const readyChannels = (settings: ChannelSettings): ReadyChannel[] =>
  channels.flatMap((channel) => channel.ready(settings[channel.name]) ?? []);
