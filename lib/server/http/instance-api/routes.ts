import "server-only";
import * as z from "zod";
import { AppError } from "@/lib/errors";
import { checkGrant } from "@/lib/server/panel/grants";
import { type Match, matcher } from "@/lib/server/http/api/match";
import { endpoint, type Endpoint } from "./endpoint";
import * as schemas from "./schemas";
import type { application, authorizeAnswer, currentUser, userGuild } from "./schemas";
import type { Application, Caller, UserGuild } from "@/lib/server/instance";

const ofAnApplication = {
  "403": "The caller is not the application's owner, or is a bot",
  "404": "Unknown application",
};

export const routes: readonly Endpoint[] = [
  endpoint("POST", "/applications", {
    id: "createApplication",
    summary: "Create an application",
    description: "Creates its bot too when general.autoCreateBotUsers is on.",
    body: schemas.createApplicationBody,
    answer: schemas.application,
    refusals: { "403": "Bots cannot create applications" },
    handle: async ({ caller, store, body }) =>
      serializeApplication(await store.createApplication(caller.id, body)),
  }),
  endpoint("GET", "/applications", {
    id: "listApplications",
    summary: "List applications",
    description: "The caller's own, newest first.",
    answer: z.array(schemas.application),
    refusals: { "403": "Bots cannot list applications" },
    handle: async ({ caller, store }) => (await store.listApplications(caller.id)).map(serializeApplication),
  }),
  endpoint("GET", "/applications/:application_id", {
    id: "getApplication",
    summary: "Get an application",
    description: "For its owner and its bot. The bot can use @me as the id.",
    callers: "bots",
    answer: schemas.application,
    refusals: {
      "403": "The caller is neither the application's owner nor its bot",
      "404": "Unknown application",
    },
    async handle({ caller, store, params: { application_id } }) {
      if (!caller.bot) return serializeApplication(await store.getApplication(caller.id, application_id));
      if (application_id !== "@me" && application_id !== caller.id) throw new AppError("bots-not-allowed");
      return serializeApplication(await store.getBot(caller.id));
    },
  }),
  endpoint("PATCH", "/applications/:application_id", {
    id: "editApplication",
    summary: "Change an application",
    description: "Changes the fields that are sent. A new name also renames the bot and its roles.",
    body: schemas.editApplicationBody,
    answer: schemas.application,
    refusals: ofAnApplication,
    async handle({ caller, store, params, body: { name, description, bot_public } }) {
      const changes = {
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description: description ?? "" }),
        ...(bot_public !== undefined && { public: bot_public }),
      };
      return serializeApplication(await store.editApplication(caller.id, params.application_id, changes));
    },
  }),
  endpoint("DELETE", "/applications/:application_id", {
    id: "deleteApplication",
    summary: "Delete an application",
    description: "Deletes its bot too: the bot leaves every guild, and its tokens stop working.",
    refusals: ofAnApplication,
    proof: true,
    handle: ({ caller, store, params }) => store.deleteApplication(caller.id, params.application_id),
  }),
  endpoint("POST", "/applications/:application_id/bot", {
    id: "createBot",
    summary: "Create an application's bot",
    description:
      "Creates the bot unless it exists, and returns a new token for it. Earlier tokens stay valid.",
    answer: schemas.botToken,
    refusals: ofAnApplication,
    async handle({ caller, store, params: { application_id: id }, requireProof }) {
      // A new token for an existing bot gives control over a bot that may be in use. Issuing the token
      // therefore needs proof of identity.
      if (caller.sessionId !== undefined && (await store.getApplication(caller.id, id)).bot !== null)
        await requireProof();
      return store.createBot(caller.id, id);
    },
  }),
  endpoint("POST", "/applications/:application_id/bot/reset", {
    id: "resetBotToken",
    summary: "Reset a bot's token",
    description: "Revokes all earlier tokens of the bot and returns a new one.",
    answer: schemas.botToken,
    refusals: ofAnApplication,
    proof: true,
    handle: ({ caller, store, params }) => store.resetBotToken(caller.id, params.application_id),
  }),
  endpoint("POST", "/oauth2/authorize", {
    id: "authorizeBot",
    summary: "Add a bot to a guild",
    description:
      "For the guild's owner and members with Manage Guild. The bot gets the requested permissions that the caller also has. Repeating the request replaces the permissions.",
    query: schemas.authorizeQuery,
    body: schemas.authorizeBody,
    answer: schemas.authorizeAnswer,
    refusals: {
      "403": "The caller lacks permissions or is a bot, or the bot is another user's private bot",
      "404": "Unknown guild or application",
    },
    async handle({ caller, store, query, body: { guild_id, permissions, authorize }, requireProof }) {
      if (authorize) await checkGrant({ role: "editor", requireProof }, { permissions });
      const input = { applicationId: query.client_id, guildId: guild_id, permissions, authorize };
      const { granted } = await store.authorizeBot(caller.id, input);
      return serializeAuthorization(input, granted);
    },
  }),
  endpoint("GET", "/users/@me", {
    id: "getCurrentUser",
    summary: "Get the caller",
    description: "For people and bots.",
    callers: "bots",
    answer: schemas.currentUser,
    handle: async ({ caller }) => serializeCaller(caller),
  }),
  endpoint("GET", "/users/@me/guilds", {
    id: "listGuilds",
    summary: "List the caller's guilds",
    description: "Ordered by id, with the caller's permissions in each guild. For people and bots.",
    callers: "bots",
    query: schemas.guildsQuery,
    answer: z.array(schemas.userGuild),
    handle: async ({ caller, store, query }) =>
      (await store.listUserGuilds(caller.id, query)).map(serializeGuild),
  }),
  endpoint("GET", "/gateway", {
    id: "getGateway",
    summary: "Get the gateway's address",
    description: "For everybody, without a token.",
    callers: "open",
    answer: schemas.gatewayAnswer,
    refusals: { "404": "gateway.endpointPublic is not set" },
    async handle({ settings }) {
      const url = settings.get("gateway.endpointPublic");
      if (url === null) throw new AppError("not-found");
      return { url };
    },
  }),
];

/** The segments that can directly follow `/api` in a path without a version, such as `applications`. */
const RESOURCES = new Set(routes.map(({ path }) => path.split("/")[1]));

const match = matcher(routes);

export interface Found extends Match<Endpoint> {
  /** The version in the path, such as `v9`. Null if the path has none. */
  version: string | null;
}

export function matchRoute(path: string): Found {
  const [, , first = "", ...rest] = path.split("/");
  const [version, parts] = RESOURCES.has(first) ? [null, [first, ...rest]] : [first, rest];
  return { version, ...match(`/${parts.join("/")}`) };
}

function serializeApplication(created: Application): z.output<typeof application> {
  const { id, name, description, icon, botPublic, flags, owner, bot } = created;
  return { id, name, description, icon, bot_public: botPublic, flags, owner, ...(bot && { bot }) };
}

/** Its query contains the granted permissions, or an error if the request was declined. */
function serializeAuthorization(
  input: { guildId: string; authorize: boolean },
  granted: bigint,
): z.output<typeof authorizeAnswer> {
  const query = input.authorize
    ? new URLSearchParams({ guild_id: input.guildId, permissions: granted.toString() })
    : new URLSearchParams({
        error: "access_denied",
        error_description: "The resource owner or authorization server denied the request",
      });
  return { location: `/oauth2/authorized?${query.toString()}` };
}

/** Fields that clients expect but this instance does not store have fixed values. */
const serializeCaller = ({ id, username, bot }: Caller): z.output<typeof currentUser> => ({
  id,
  username,
  discriminator: "0",
  global_name: null,
  avatar: null,
  bot,
  flags: 0,
  public_flags: 0,
});

const serializeGuild = ({ id, name, owner, permissions }: UserGuild): z.output<typeof userGuild> => ({
  id,
  name,
  icon: null,
  owner,
  permissions: permissions.toString(),
  features: [],
});
