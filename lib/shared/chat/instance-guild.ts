import { PermissionFlagsBits } from "discord-api-types/v10";
import * as z from "zod/mini";
import { isSnowflake } from "./snowflake";

/**
 * A guild of an upstream instance to which the connected account may add bots, as far as the instance reports it.
 */
export interface InstanceGuild {
  id: string;
  name: string;
  isOwner: boolean;
  /** The account's permissions there in decimal; null if the instance does not report them. */
  permissions: string | null;
}

const everything = 2n ** 64n - 1n;

/**
 * The member names of the API family. Versions below 8 send permissions as a number, and the whole set in a second
 * member.
 */
const sent = z.object({
  id: z.string().check(z.refine(isSnowflake)),
  name: z.string(),
  owner: z.nullish(z.boolean()),
  owner_id: z.nullish(z.string()),
  permissions: z.nullish(z.union([z.string(), z.number()])),
  permissions_new: z.nullish(z.string()),
});

function permissionSet(text: string | number | null | undefined): bigint | null {
  return text != null && /^\d{1,20}$/.test(String(text)) ? BigInt(text) : null;
}

/**
 * Parses one entry of `GET /users/@me/guilds`.
 * @param accountId the connected account, if the instance reported it
 * @returns null for an invalid entry, and for a guild that the account does not own if its permissions contain
 * neither Manage Guild nor Administrator (docs/instance-api.md). A guild without permissions is included, because
 * the instance decides.
 */
export function manageableGuild(entry: unknown, accountId: string | null): InstanceGuild | null {
  const parsed = sent.safeParse(entry);
  if (!parsed.success) return null;
  const { id, name, owner, owner_id, permissions_new, permissions } = parsed.data;
  const isOwner = owner ?? (owner_id != null && owner_id === accountId);
  const held = permissionSet(permissions_new ?? permissions);
  if (isOwner) return { id, name, isOwner, permissions: String(everything) };
  if (held === null) return { id, name, isOwner, permissions: null };
  const mayManage = PermissionFlagsBits.ManageGuild | PermissionFlagsBits.Administrator;
  return (held & mayManage) !== 0n ? { id, name, isOwner, permissions: String(held) } : null;
}
