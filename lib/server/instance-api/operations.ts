import "server-only";
import { z } from "zod";
import { jsonSchema } from "@/lib/server/api/json-schema";
import * as schemas from "./schemas";

export interface Operation {
  method: "get" | "post" | "patch" | "delete";
  path: string;
  id: string;
  summary: string;
  description: string;
  tag: "applications" | "users";
  parameters?: Record<string, unknown>[];
  body?: z.ZodType;
  /** Absent: an answer without content. */
  answer?: z.ZodType;
  /** Answered without a token. */
  isOpen?: true;
  /** Error statuses in addition to those that every endpoint has. */
  refusals: Record<string, string>;
}

const applicationId = {
  name: "application_id",
  in: "path",
  required: true,
  description: "The application's id",
  schema: jsonSchema(schemas.authorizeQuery.shape.client_id, "input"),
};
const ofAnApplication = { "403": "Not the application's owner, or a bot", "404": "Unknown application" };

const inQuery = (name: keyof typeof schemas.guildsQuery.shape) => {
  const { description, ...schema } = jsonSchema(schemas.guildsQuery.shape[name], "input");
  return { name, in: "query", required: false, description, schema };
};

/** Every operation, in the order of `routes.ts`. */
export const operations: readonly Operation[] = [
  {
    method: "post",
    tag: "applications",
    path: "/applications",
    id: "createApplication",
    summary: "Create an application",
    description: "Creates its bot too when general.autoCreateBotUsers is on.",
    body: schemas.createApplicationBody,
    answer: schemas.application,
    refusals: { "403": "Bots cannot create applications" },
  },
  {
    method: "get",
    tag: "applications",
    path: "/applications",
    id: "listApplications",
    summary: "List applications",
    description: "The caller's own, newest first.",
    answer: z.array(schemas.application),
    refusals: { "403": "Bots cannot list applications" },
  },
  {
    method: "get",
    tag: "applications",
    path: "/applications/{application_id}",
    id: "getApplication",
    summary: "Get an application",
    description: "For its owner and its bot. The bot can use @me as the id.",
    parameters: [applicationId],
    answer: schemas.application,
    refusals: { "403": "Not the application's owner, or another bot", "404": "Unknown application" },
  },
  {
    method: "patch",
    tag: "applications",
    path: "/applications/{application_id}",
    id: "editApplication",
    summary: "Change an application",
    description: "Changes the fields that are sent. A new name also renames the bot and its roles.",
    parameters: [applicationId],
    body: schemas.editApplicationBody,
    answer: schemas.application,
    refusals: ofAnApplication,
  },
  {
    method: "delete",
    tag: "applications",
    path: "/applications/{application_id}",
    id: "deleteApplication",
    summary: "Delete an application",
    description: "Deletes its bot too: the bot leaves every guild, and its tokens stop working.",
    parameters: [applicationId],
    refusals: ofAnApplication,
  },
  {
    method: "post",
    tag: "applications",
    path: "/applications/{application_id}/bot",
    id: "createBot",
    summary: "Create an application's bot",
    description:
      "Creates the bot unless it exists, and returns a new token for it. Earlier tokens stay valid.",
    parameters: [applicationId],
    answer: schemas.botToken,
    refusals: ofAnApplication,
  },
  {
    method: "post",
    tag: "applications",
    path: "/applications/{application_id}/bot/reset",
    id: "resetBotToken",
    summary: "Reset a bot's token",
    description: "Revokes all earlier tokens of the bot and returns a new one.",
    parameters: [applicationId],
    answer: schemas.botToken,
    refusals: ofAnApplication,
  },
  {
    method: "post",
    tag: "applications",
    path: "/oauth2/authorize",
    id: "authorizeBot",
    summary: "Add a bot to a guild",
    description:
      "For the guild's owner and members with Manage Guild. The bot gets the requested permissions that the caller also has. Repeating the request replaces the permissions.",
    parameters: [{ ...applicationId, name: "client_id", in: "query" }],
    body: schemas.authorizeBody,
    answer: schemas.authorizeAnswer,
    refusals: {
      "403": "Missing permissions, another user's private bot, or the caller is a bot",
      "404": "Unknown guild or application",
    },
  },
  {
    method: "get",
    tag: "users",
    path: "/users/@me",
    id: "getCurrentUser",
    summary: "Get the caller",
    description: "For people and bots.",
    answer: schemas.currentUser,
    refusals: {},
  },
  {
    method: "get",
    tag: "users",
    path: "/users/@me/guilds",
    id: "listGuilds",
    summary: "List the caller's guilds",
    description: "Ordered by id, with the caller's permissions in each guild. For people and bots.",
    parameters: [inQuery("limit"), inQuery("after"), inQuery("before")],
    answer: z.array(schemas.userGuild),
    refusals: {},
  },
  {
    method: "get",
    tag: "users",
    path: "/gateway",
    id: "getGateway",
    summary: "Get the gateway's address",
    description: "For everybody, without a token.",
    isOpen: true,
    answer: schemas.gatewayAnswer,
    refusals: { "404": "gateway.endpointPublic is not set" },
  },
];
