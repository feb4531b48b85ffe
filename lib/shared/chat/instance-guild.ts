import { PermissionFlagsBits } from "discord-api-types/v10";
import * as z from "zod/mini";
import { isSnowflake } from "./snowflake";

/**
 * A guild of an upstream instance to which the connected account may add bots. Contains only what the instance reports.
 */
export interface InstanceGuild {
  id: string;
  name: string;
  isOwner: boolean;
  /** The account's permissions in the guild, in decimal. Null if the instance does not report them. */
  permissions: string | null;
}

const everything = 2n ** 64n - 1n;

/**
 * A guild as instances of this API family send it. In API versions below 8, `permissions` is a number that lacks some
 * permissions, and `permissions_new` contains all of them.
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
 * Parses one entry of `GET /users/@me/guilds`. Includes a guild without reported permissions, because the instance
 * checks the permissions itself.
 * @param accountId the connected account; null if the instance did not report it
 * @returns null if the entry is invalid, or if the account may not manage the guild: the account is not the owner, and
 * its permissions contain neither Manage Guild nor Administrator (docs/instance-api.md)
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
