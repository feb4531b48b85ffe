import "server-only";
import { jsonSchema } from "@/lib/server/api/json-schema";
import { operations, type Operation } from "./operations";
import * as schemas from "./schemas";

type Json = Record<string, unknown>;

const content = (schema: Json) => ({ "application/json": { schema } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function describeOperation({
  id,
  summary,
  description,
  tag,
  parameters,
  body,
  answer,
  isOpen,
  refusals,
}: Operation) {
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
    tags: [tag],
    ...(isOpen && { security: [] }),
    ...(parameters && { parameters }),
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

/** The operations of each path, by method. */
function describePaths(): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations)
    (paths[operation.path] ??= {})[operation.method] = describeOperation(operation);
  return paths;
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
