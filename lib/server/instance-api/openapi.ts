import "server-only";
import { z } from "zod";
import * as schemas from "./schemas";

type Json = Record<string, unknown>;

interface Operation {
  path: string;
  id: string;
  summary: string;
  description: string;
  parameter?: Json;
  body?: z.ZodType;
  answer: z.ZodType;
  /** Error statuses in addition to those that every endpoint has. */
  refusals: Record<string, string>;
}

/** JSON Schema without Zod's own keywords, which are of no use to readers of the description. */
function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema: node }) {
      if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
      if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
      if (io === "output") delete node.additionalProperties;
    },
  });
  return described;
}

const applicationId = {
  name: "application_id",
  in: "path",
  required: true,
  description: "The application's id",
  schema: jsonSchema(schemas.authorizeQuery.shape.client_id, "input"),
};
const ofAnApplication = { "403": "Not the application's owner, or a bot", "404": "Unknown application" };

const operations: readonly Operation[] = [
  {
    path: "/applications",
    id: "createApplication",
    summary: "Create an application",
    description: "Creates its bot too when general.autoCreateBotUsers is on.",
    body: schemas.createApplicationBody,
    answer: schemas.application,
    refusals: { "403": "Bots cannot create applications" },
  },
  {
    path: "/applications/{application_id}/bot",
    id: "createBot",
    summary: "Create an application's bot",
    description:
      "Creates the bot unless it exists, and returns a new token for it. Earlier tokens stay valid.",
    parameter: applicationId,
    answer: schemas.botToken,
    refusals: ofAnApplication,
  },
  {
    path: "/applications/{application_id}/bot/reset",
    id: "resetBotToken",
    summary: "Reset a bot's token",
    description: "Revokes all earlier tokens of the bot and returns a new one.",
    parameter: applicationId,
    answer: schemas.botToken,
    refusals: ofAnApplication,
  },
  {
    path: "/oauth2/authorize",
    id: "authorizeBot",
    summary: "Add a bot to a guild",
    description:
      "For the guild's owner and members with Manage Guild. The bot gets those of the requested permissions that the caller has. Repeating the request replaces the permissions.",
    parameter: {
      name: "client_id",
      in: "query",
      required: true,
      description: "The application's id",
      schema: jsonSchema(schemas.authorizeQuery.shape.client_id, "input"),
    },
    body: schemas.authorizeBody,
    answer: schemas.authorizeAnswer,
    refusals: { "403": "Missing permissions, or a bot", "404": "Unknown guild or application" },
  },
];

const content = (schema: Json) => ({ "application/json": { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function describeOperation({ path, id, summary, description, parameter, body, answer, refusals }: Operation) {
  const refused = {
    "400": "Malformed JSON, invalid input, or a version that is not active",
    "401": "No token, or an invalid one",
    "413": "A body of more than 64 KiB",
    "415": "A body that is not JSON",
    "503": "The instance is unavailable",
    ...refusals,
  };
  const post = {
    operationId: id,
    summary,
    description,
    tags: ["applications"],
    ...(parameter && { parameters: [parameter] }),
    ...(body && { requestBody: { required: true, content: content(jsonSchema(body, "input")) } }),
    responses: {
      "200": { description: "Done", content: content(jsonSchema(answer, "output")) },
      ...Object.fromEntries(
        Object.entries(refused).map(([status, why]) => [
          status,
          { description: why, content: content(ref("Error")) },
        ]),
      ),
      "429": {
        description: "Too many requests (limits.rate)",
        headers: { "Retry-After": { description: "Seconds", schema: { type: "integer" } } },
        content: content(ref("RateLimited")),
      },
    },
  };
  return [path, { post }] as const;
}

/** The OpenAPI description of the instance API, from the schemas that its requests are checked against. */
export function describeApi(versions: { active: readonly string[]; default: string }): Json {
  return {
    openapi: "3.1.0",
    info: {
      title: "Instance API",
      version: versions.default,
      description: "Creates applications and their bots, and adds bots to guilds of this instance.",
    },
    servers: [
      {
        url: "/api/v{version}",
        description: "This instance. Without /v{version}, the default version answers.",
        variables: { version: { enum: versions.active, default: versions.default } },
      },
    ],
    tags: [{ name: "applications", description: "Applications and their bots" }],
    security: [{ userToken: [] }],
    paths: Object.fromEntries(operations.map(describeOperation)),
    components: {
      securitySchemes: {
        userToken: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "A user token, plain or after `Bearer `",
        },
      },
      schemas: {
        Error: jsonSchema(schemas.errorAnswer, "output"),
        RateLimited: jsonSchema(schemas.rateLimitedAnswer, "output"),
      },
    },
  };
}
