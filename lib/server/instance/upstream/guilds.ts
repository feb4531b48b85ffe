import "server-only";
import * as z from "zod";
import { AppError } from "@/lib/errors";
import { isObject } from "@/lib/shared/json/value";
import { isSnowflake, snowflakeTime } from "@/lib/shared/chat/snowflake";
import type { GuildDetail, PanelGuild } from "@/lib/shared/contract/guilds";
import type { Capabilities } from "@/lib/shared/contract/instance";
import { guildRoles, rolesOf } from "./roles";
import { type Guilds, lacking } from "../instance";
import { ALL_PERMISSIONS, mayManageGuild } from "../local/members";
import { explained, ifOffered, matching, type UpstreamCaller, type UpstreamClient } from "./client";
import { UpstreamError } from "./failure";

const madeGuild = z.object({ id: z.string().refine(isSnowflake), name: z.string().optional() });
const guildAnswer = z.object({
  id: z.string(),
  name: z.string(),
  owner_id: z.string().nullish(),
  member_count: z.number().nullish(),
  approximate_member_count: z.number().nullish(),
  roles: guildRoles.catch([]),
});
const namedAnswer = z.object({ id: z.string(), username: z.string() });

const isRefusal = (error: unknown): error is UpstreamError =>
  error instanceof UpstreamError &&
  [401, 403, 404].includes(error.failure.status) &&
  error.code !== "account-required";

/** Rewords the refusal of a guild, because an instance refuses unknown guilds and guilds of others alike. */
const notSeen = (error: UpstreamError, asker: string): UpstreamError =>
  error.reworded(
    `The instance does not show this guild. ${asker} a member, or the guild does not exist. Check the id, or connect an account that is a member.`,
  );

const createdAt = (id: string) => new Date(snowflakeTime(id)).toISOString();

/**
 * Sorts the caller's own guilds first, then manageable guilds, guilds with unknown permissions, and other guilds.
 * Each group is sorted by name.
 */
function inOrder(guilds: readonly PanelGuild[]): PanelGuild[] {
  const rank = ({ owner, manageable }: PanelGuild) =>
    owner !== null ? 0 : manageable ? 1 : manageable === null ? 2 : 3;
  return guilds.toSorted(
    (a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, undefined, { numeric: true }),
  );
}

/**
 * Returns the guild methods for a running instance. They list only the account's guilds, but can find any
 * guild by id.
 */
export function upstreamGuilds(caller: UpstreamCaller, capabilities: Capabilities): Guilds {
  const { record, account, asAccount, asOperator, hasOperatorToken } = caller;
  const self = { id: account?.id ?? "", username: account?.username ?? "the connected account" };

  function shown(id: string, entry: unknown): PanelGuild {
    const known = rightsIn(entry, account?.id ?? null);
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
    const listed = await ifOffered(accountGuilds(asAccount()));
    if (listed === undefined)
      throw new AppError(
        "not-offered",
        "Your instance does not list an account's guilds. Enter a guild's id.",
      );
    const guilds = [...listed].map(([id, entry]) => shown(id, entry));
    return inOrder(onlyManageable ? guilds.filter(({ manageable }) => manageable !== false) : guilds);
  }

  async function answered(id: string) {
    const ask = async (client: UpstreamClient, answeredBy: NonNullable<GuildDetail["answeredBy"]>) => ({
      guild: await client.get(guildAnswer, "the guild", "GET", `/guilds/${id}`),
      ...{ client, answeredBy },
    });
    const askOperator = (asker: string) =>
      ask(asOperator(), "operator").catch((error: unknown) => {
        throw isRefusal(error) ? notSeen(error, asker) : error;
      });
    if (account === null) return askOperator("The operator token's account is not");
    try {
      return await ask(asAccount(), "account");
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return hasOperatorToken
        ? askOperator(`Neither ${self.username} nor the operator token's account is`)
        : Promise.reject(notSeen(error, `${self.username} is not`));
    }
  }

  async function userNamed(client: UpstreamClient, id: string) {
    if (id === self.id) return self;
    const user = await client.ask("GET", `/users/${id}`).catch(() => null);
    const { data } = namedAnswer.safeParse(user);
    return { id, username: data?.username ?? id };
  }

  async function get(id: string): Promise<GuildDetail> {
    if (!isSnowflake(id)) throw new AppError("unknown-guild");
    const { guild, client, answeredBy } = await answered(id);
    const roles = guild.roles.length > 0 ? guild.roles : ((await rolesOf(client, id)) ?? []);
    return {
      id,
      name: guild.name,
      owner: guild.owner_id == null ? null : await userNamed(client, guild.owner_id),
      memberCount: guild.member_count ?? guild.approximate_member_count ?? null,
      botCount: null,
      createdAt: createdAt(id),
      manageable: null,
      answeredBy,
      roles: roles
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
        .then((answer) => ({ id: answer.id, name: answer.name ?? name })),
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
        (guild) => ({ target: guild.name, detail: { id: guild.id } }),
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

const MAX_PAGE_SIZE = 200;
/** Maximum number of pages, far more than any account needs. */
const MOST_PAGES = 100;

const idOf = (entry: unknown): string => (isObject(entry) ? String(entry.id) : "");

export const guildName = (entry: unknown): string =>
  isObject(entry) && typeof entry.name === "string" ? entry.name : `Guild ${idOf(entry)}`;

/**
 * Stops if a page contains no new guilds, because some instances ignore `after` and always return the first
 * page.
 * @throws UpstreamError
 */
export async function accountGuilds(client: UpstreamClient): Promise<Map<string, unknown>> {
  const guilds = new Map<string, unknown>();
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = new URLSearchParams({
      limit: String(MAX_PAGE_SIZE),
      ...(after !== undefined && { after }),
    });
    const answer = await client.ask("GET", `/users/@me/guilds?${query}`);
    const entries: unknown[] = Array.isArray(answer) ? answer : [];
    const fresh = entries.filter((entry) => isSnowflake(idOf(entry)) && !guilds.has(idOf(entry)));
    for (const entry of fresh) guilds.set(idOf(entry), entry);
    if (entries.length < MAX_PAGE_SIZE || fresh.length === 0) break;
    after = fresh.map(idOf).reduce((last, id) => (BigInt(id) > BigInt(last) ? id : last));
  }
  return guilds;
}

/**
 * A guild in an instance's response. In API versions below 8, `permissions` is a number without the newer
 * permissions, and `permissions_new` contains all permissions.
 */
const sent = z.object({
  id: z.string().refine(isSnowflake),
  name: z.string(),
  owner: z.boolean().nullish(),
  owner_id: z.string().nullish(),
  permissions: z.union([z.string(), z.int()]).nullish().catch(null),
  permissions_new: z.string().nullish(),
});

function permissionSet(text: string | number | null | undefined): bigint | null {
  return text != null && /^\d{1,20}$/.test(String(text)) ? BigInt(text) : null;
}

/**
 * Returns the account's rights in one entry of `GET /users/@me/guilds`. `permissions` is a decimal string, or
 * null if it is unknown. The instance checks the permissions of every request itself.
 * @param accountId the connected account; null if the instance did not report it
 * @returns null if the entry is invalid or the account may not manage the guild (docs/instance-api.md)
 */
export function rightsIn(
  entry: unknown,
  accountId: string | null,
): { isOwner: boolean; permissions: string | null } | null {
  const parsed = sent.safeParse(entry);
  if (!parsed.success) return null;
  const { owner, owner_id, permissions_new, permissions } = parsed.data;
  const isOwner = owner ?? (owner_id != null && owner_id === accountId);
  if (isOwner) return { isOwner, permissions: String(ALL_PERMISSIONS) };
  const held = permissionSet(permissions_new ?? permissions);
  if (held === null) return { isOwner, permissions: null };
  return mayManageGuild(held) ? { isOwner, permissions: String(held) } : null;
}
