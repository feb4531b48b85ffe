import * as z from "zod/mini";
import { namedUser, nextPage, pageQuery } from "./fields";
import { route } from "./route";

/*
 * The data of the Guilds pages. Ids and permissions are decimal numbers as text, and times are ISO 8601. Null
 * means that the instance does not report the value.
 */

const panelGuild = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.nullable(namedUser),
  memberCount: z.nullable(z.number()),
  createdAt: z.string(),
  manageable: z.nullable(z.boolean()),
  /** The caller's effective permissions in the guild if the caller may add bots there. Otherwise, "0". */
  permissions: z.nullable(z.string()),
});
export type PanelGuild = z.infer<typeof panelGuild>;

export interface GuildPage {
  /** Sorted by name. */
  guilds: PanelGuild[];
  next: string | null;
}

const guildRoleEntry = z.object({
  id: z.string(),
  name: z.string(),
  permissions: z.string(),
  /** Whether the role belongs to a bot. Such a role is created and deleted together with the bot. */
  managed: z.boolean(),
  applicationId: z.nullable(z.string()),
  memberCount: z.nullable(z.number()),
});
export type GuildRoleEntry = z.infer<typeof guildRoleEntry>;

const guildDetail = z.extend(z.omit(panelGuild, { permissions: true }), {
  botCount: z.nullable(z.number()),
  /** Whose request the instance answered: the connected account's, or the operator token's. Null without an instance. */
  answeredBy: z.nullable(z.enum(["account", "operator"])),
  /** The highest role comes first, and @everyone last. The id of @everyone is the guild's id. */
  roles: z.array(guildRoleEntry),
});
export type GuildDetail = z.infer<typeof guildDetail>;

const memberEntry = z.extend(namedUser, {
  disabled: z.boolean(),
  joinedAt: z.string(),
  roles: z.array(z.object({ id: z.string(), name: z.string() })),
  permissions: z.string(),
});
export type MemberEntry = z.infer<typeof memberEntry>;

const memberPage = z.object({
  /** Search results are sorted by name, all other lists by join date, oldest first. */
  members: z.array(memberEntry),
  next: nextPage,
});
export type MemberPage = z.infer<typeof memberPage>;

const guildName = z.string("Enter a name for the guild.");

export const guildRoutes = {
  listGuilds: route("GET", "/guilds", {
    summary:
      "Lists guilds by name: all guilds, the guilds where the caller can add a bot with `manageable=1`, or one page with `search` or `after`. The Link header contains the address of the next page.",
    role: "viewer",
    query: z.object({ ...pageQuery, manageable: z.optional(z.string()) }),
    answer: z.array(panelGuild),
  }),
  createGuild: route("POST", "/guilds", {
    summary: "Creates a guild that the caller owns.",
    role: "editor",
    audit: "guild.create",
    body: z.object({ name: guildName }),
    answer: z.object({ id: z.string(), name: z.string() }),
    status: 201,
  }),
  getGuild: route("GET", "/guilds/:id", {
    summary: "Returns one guild with its roles.",
    role: "viewer",
    answer: guildDetail,
  }),
  editGuild: route("PATCH", "/guilds/:id", {
    summary: "Renames a guild, or transfers it to another member.",
    role: "editor",
    audit: ["guild.rename", "guild.transfer"],
    proof: { refusal: "The guild was not transferred", when: "the guild gets another owner" },
    body: z.object({
      name: z.optional(guildName),
      ownerId: z.optional(z.string("Choose the new owner.")),
    }),
    answer: guildDetail,
  }),
  deleteGuild: route("DELETE", "/guilds/:id", {
    summary: "Deletes a guild permanently.",
    role: "editor",
    audit: "guild.delete",
    proof: { refusal: "The guild was not deleted" },
    answer: z.object({ deleted: z.string() }),
  }),
  listMembers: route("GET", "/guilds/:id/members", {
    summary: "Lists the people of a guild a page at a time, or its bots with `bots=1`.",
    role: "viewer",
    query: z.object({ ...pageQuery, bots: z.optional(z.string()) }),
    answer: memberPage,
  }),
  addMember: route("POST", "/guilds/:id/members", {
    summary: "Adds a user to a guild.",
    role: "editor",
    audit: "guild.member.add",
    body: z.object({ userId: z.string("Choose a user.") }),
    answer: namedUser,
  }),
  removeMember: route("DELETE", "/guilds/:id/members/:userId", {
    summary: "Removes a user from a guild.",
    role: "editor",
    audit: "guild.member.remove",
    answer: z.object({ removed: z.string() }),
  }),
  setManager: route("PUT", "/guilds/:id/members/:userId/manager", {
    summary: "Grants a member Manage Guild through a role, or removes the roles that allow it.",
    role: "editor",
    audit: ["guild.manager.grant", "guild.manager.revoke"],
    proof: { refusal: "The member's permissions were not changed" },
    body: z.object({
      manager: z.boolean("Send whether the member may manage the guild: true or false."),
    }),
    answer: z.object({ roles: z.array(z.string()) }),
  }),
};
