import { z } from "zod";
import { bitsOf } from "@/lib/shared/chat/bits";
import { panelRoute, readJson } from "@/lib/server/panel-api";

type Params = { id: string; guildId: string };

const bodySchema = z.object({
  /** A decimal number of 64 bits. */
  permissions: z
    .string("Send the permissions as a decimal number, in quotes.")
    .refine((text) => bitsOf(text) !== null, "Send the permissions as a decimal number of at most 64 bits.")
    .transform((text) => bitsOf(text) ?? 0n),
});

/** Adds the bot to a guild, or replaces its permissions there. */
export const PUT = panelRoute<Params>(async ({ request, params: { id, guildId }, instance }) => {
  const { permissions } = await readJson(request, bodySchema);
  return (await instance()).bots.authorize(id, guildId, permissions);
});

/** Takes the bot out of a guild. */
export const DELETE = panelRoute<Params>(async ({ params: { id, guildId }, instance }) => {
  await (await instance()).bots.leave(id, guildId);
  return { removed: guildId };
});
