import "server-only";
import type { Logger } from "pino";
import { describedPath, jsonSchema, parametersOf, pathParameters } from "@/lib/server/http/api/json-schema";
import type { Endpoint } from "./endpoint";
import { routes } from "./routes";
import * as schemas from "./schemas";
import type { Answer, DoorRequest } from "@/lib/server/http/door";
import { lazily } from "@/lib/shared/lazily";
import { errorAnswer, json } from "./respond";

type Json = Record<string, unknown>;

const content = (schema: Json) => ({ "application/json": { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function describeOperation({
  path,
  callers,
  id,
  summary,
  description,
  query,
  body,
  answer,
  refusals,
}: Endpoint) {
  const isOpen = callers === "open";
  const parameters = [...pathParameters(path), ...(query ? parametersOf("query", query) : [])];
  const refused = {
    "400": "Malformed JSON, invalid input, or a version that is not active",
    ...(!isOpen && { "401": "No token, or an invalid one" }),
    "413": "A body of more than 64 KiB",
    "415": "A body that is not JSON",
    "503": "The instance is unavailable",
    ...refusals,
  };
  return {
    operationId: id,
    summary,
    description,
    tags: [/^\/(?:applications|oauth2)/.test(path) ? "applications" : "users"],
    ...(isOpen && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: content(jsonSchema(body, "input")) } }),
    responses: {
      ...(answer
        ? { "200": { description: "Done", content: content(jsonSchema(answer, "output")) } }
        : { "204": { description: "Done" } }),
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
}

/** Built once, because anybody can ask for it. */
const describePaths = lazily((): Json => {
  const paths: Record<string, Json> = {};
  for (const route of routes)
    (paths[describedPath(route.path)] ??= {})[route.method.toLowerCase()] = describeOperation(route);
  return paths;
});

function describeApi(versions: { active: readonly string[]; default: string }): Json {
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
        description: "This instance. Without /v{version}, requests use the default version.",
        variables: { version: { enum: versions.active, default: versions.default } },
      },
    ],
    tags: [
      { name: "applications", description: "Applications and their bots" },
      { name: "users", description: "The caller, and where to connect" },
    ],
    security: [{ userToken: [] }],
    paths: describePaths(),
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

export async function describedApi(log: Logger, { context }: Pick<DoorRequest, "context">): Promise<Answer> {
  try {
    const settings = await context.settings();
    const active = settings.get("api.activeVersions");
    return json(200, describeApi({ active, default: settings.get("api.defaultVersion") }));
  } catch (error) {
    return errorAnswer(log, error, context);
  }
}
