import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { manageableGuild } from "@/lib/shared/chat/instance-guild";
import { isSnowflake, snowflakeTime } from "@/lib/shared/chat/snowflake";
import { type GuildDetail, type PanelGuild } from "@/lib/shared/contract/guilds";
import type { Capabilities } from "@/lib/shared/contract/instance";
import { lacking, type Guilds } from "../instance";
import { matching, type UpstreamCaller } from "./caller";
import { explained, ifOffered } from "./client";
import { accountGuilds, guildName } from "./guild-list";

const madeGuild = z.object({ id: z.string().refine(isSnowflake), name: z.string().optional() });
const guildAnswer = z.object({
  id: z.string(),
  name: z.string(),
  owner_id: z.string().nullish(),
  member_count: z.number().nullish(),
  approximate_member_count: z.number().nullish(),
  roles: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        permissions: z.union([z.string().regex(/^\d{1,20}$/), z.number()]),
        position: z.number().catch(0),
        managed: z.boolean().catch(false),
      }),
    )
    .catch([]),
});

const createdAt = (id: string) => new Date(snowflakeTime(id)).toISOString();

/**
 * Sorts the caller's own guilds first, then manageable guilds, guilds with unknown permissions, and other guilds.
 * Each group is sorted by name.
 */
function inOrder(guilds: readonly PanelGuild[], ownerId: string | null): PanelGuild[] {
  const rank = ({ owner, manageable }: PanelGuild) =>
    owner !== null && owner.id === ownerId ? 0 : manageable ? 1 : manageable === null ? 2 : 3;
  return guilds.toSorted(
    (a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, undefined, { numeric: true }),
  );
}

/** Guilds of a running instance. Lists the account's guilds, and finds any guild by id. */
export function upstreamGuilds(caller: UpstreamCaller, capabilities: Capabilities): Guilds {
  const { record, account, asAccount, asOperator } = caller;
  const self = { id: account?.id ?? "", username: account?.username ?? "the connected account" };

  function shown(id: string, entry: unknown): PanelGuild {
    const known = manageableGuild(entry, account?.id ?? null);
    return {
      id,
      name: guildName(entry),
      owner: known?.isOwner ? self : null,
      memberCount: null,
      createdAt: createdAt(id),
      manageable: known === null ? false : known.permissions === null ? null : true,
      permissions: known === null ? "0" : known.permissions,
    };
  }

  async function all(onlyManageable: boolean): Promise<PanelGuild[]> {
    const found = await ifOffered(accountGuilds(asAccount()));
    if (found === undefined)
      throw new AppError(
        "not-offered",
        "Your instance does not list an account's guilds. Enter a guild's id.",
      );
    const guilds = [...found].map(([id, entry]) => shown(id, entry));
    return inOrder(
      onlyManageable ? guilds.filter(({ manageable }) => manageable !== false) : guilds,
      self.id,
    );
  }

  async function get(id: string): Promise<GuildDetail> {
    if (!isSnowflake(id)) throw new AppError("unknown-guild");
    const guild = await asOperator().get(guildAnswer, "the guild", "GET", `/guilds/${id}`);
    return {
      id,
      name: guild.name,
      owner:
        guild.owner_id == null
          ? null
          : guild.owner_id === self.id
            ? self
            : { id: guild.owner_id, username: guild.owner_id },
      memberCount: guild.member_count ?? guild.approximate_member_count ?? null,
      botCount: null,
      createdAt: createdAt(id),
      manageable: null,
      roles: guild.roles
        .toSorted((a, b) => b.position - a.position)
        .map(({ id: role, name, permissions, managed }) => ({
          id: role,
          name,
          permissions: String(permissions),
          managed,
          applicationId: null,
          memberCount: null,
        })),
    };
  }

  const create = (name: string) =>
    explained(
      asAccount()
        .get(madeGuild, "the guild's id", "POST", "/guilds", { body: { name } })
        .then((made) => ({ id: made.id, name: made.name ?? name })),
      {
        notOffered: "Your instance's API cannot create guilds. Create the guild with a client.",
        unknown: "The guild may have been created. Check the list first.",
      },
    );

  const lacks = lacking(capabilities);
  return {
    page: async ({ search }) => ({ guilds: matching(await all(false), search), next: null }),
    all,
    get,
    create: (name) =>
      record(
        { action: "guild.create", target: name.slice(0, 100) },
        () => create(name),
        (made) => ({ target: made.name, detail: { id: made.id } }),
      ),
    rename: lacks("guildCare"),
    transfer: lacks("guildCare"),
    delete: lacks("guildCare"),
    members: lacks("everyGuild"),
    addMember: lacks("guildCare"),
    removeMember: lacks("guildCare"),
    setManager: lacks("guildCare"),
  };
}
