import "server-only";
import { describedPath, jsonSchema, parametersOf, pathParameters } from "@/lib/server/http/api/json-schema";
import { API_TOKEN_PREFIX } from "@/lib/shared/settings/credentials";
import { descriptionRoutes, routes } from "@/lib/shared/contract";
import { proofFields } from "@/lib/shared/contract/fields";
import type { Route } from "@/lib/shared/contract/route";
import { lazily } from "@/lib/shared/lazily";
import { handlers } from "./handlers";

type Json = Record<string, unknown>;

const content = (type: string, schema: Json = {}) => ({ [type]: { schema } });
const refused = (description: string) => ({
  description,
  content: content("application/problem+json", { $ref: "#/components/schemas/Problem" }),
});

const withProof = (body: Json, fields: Json): Json =>
  Array.isArray(body.anyOf)
    ? { ...body, anyOf: body.anyOf.map((one: Json) => withProof(one, fields)) }
    : { ...body, properties: { ...(body.properties as Json), ...(fields.properties as Json) } };

function bodyOf({ method, body, proof }: Route): Json | undefined {
  if (body === "bytes") return { required: true, content: content("application/octet-stream") };
  const bodySchema = body && jsonSchema(body, "input");
  const fields =
    proof && method !== "GET" ? jsonSchema(proofFields[proof.field ?? "password"], "input") : undefined;
  const whole = bodySchema && fields ? withProof(bodySchema, fields) : (bodySchema ?? fields);
  return whole && { required: bodySchema !== undefined, content: content("application/json", whole) };
}

const version = {
  name: "If-Match",
  in: "header",
  required: true,
  description: "The ETag of the file version that the request is based on.",
  schema: { type: "string" },
};

const answers = {
  stream: { description: "Done", content: content("text/event-stream") },
  bytes: { description: "Done", content: content("application/octet-stream") },
};

function operation(name: string, route: Route): Json {
  const { path } = route;
  const requestBody = bodyOf(route);
  const tag = path.split("/")[1];
  const proof = route.proof
    ? ` Needs proof of identity from the last ten minutes${route.proof.when ? ` if ${route.proof.when}` : ""}: the sign-in, \`POST /account/proof\`, or the operator's password in \`${route.proof.field ?? "password"}\`.`
    : "";
  const recorded = route.audit ? ` Recorded in the audit log as ${[route.audit].flat().join(", ")}.` : "";
  const all = [
    ...(route.params ? parametersOf("path", route.params) : pathParameters(path)),
    ...(route.query ? parametersOf("query", route.query) : []),
    ...(route.ifMatch ? [version] : []),
  ];
  return {
    operationId: name,
    summary: route.summary,
    description: `For the role ${route.role} and above.${proof}${recorded}`,
    tags: [tag],
    ...(all.length > 0 && { parameters: all }),
    ...(requestBody && { requestBody }),
    responses: {
      [route.status ?? 200]:
        typeof route.answer === "string"
          ? answers[route.answer]
          : {
              description: "Done",
              content: content("application/json", jsonSchema(route.answer, "output")),
              ...(route.etag && {
                headers: { ETag: { description: "The file's version", schema: { type: "string" } } },
              }),
            },
      "401": refused("No valid API token or session"),
      "403": refused("The role does not allow the request, or another site sent it"),
      ...(route.ifMatch && {
        "412": refused("The file has changed"),
        "428": refused("If-Match is missing"),
      }),
      ...((requestBody || route.query) && { "422": refused("Some of the input is not valid") }),
      default: refused("Any other error"),
    },
  };
}

export const describePanel = lazily((): Json & { paths: Record<string, Json> } => {
  const paths: Record<string, Json> = {};
  for (const [name, route] of Object.entries(routes))
    (paths[describedPath(route.path)] ??= {})[route.method.toLowerCase()] = operation(name, route);
  return {
    openapi: "3.1.0",
    info: {
      title: "Panel API",
      version: "1",
      description: "The API that the panel's pages use. Scripts call it with an API token of an operator.",
    },
    servers: [{ url: "/api/panel" }],
    security: [{ token: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          bearerFormat: `${API_TOKEN_PREFIX}…`,
          description: "An API token, created on the Account page.",
        },
        session: { type: "apiKey", in: "cookie", name: "next-auth.session-token" },
      },
      schemas: {
        Problem: {
          type: "object",
          description: "Problem details (RFC 9457)",
          properties: {
            type: { type: "string" },
            title: { type: "string" },
            status: { type: "integer" },
            detail: { type: "string" },
            code: { type: "string" },
            problems: {
              type: "array",
              items: {
                type: "object",
                properties: { path: { type: "string" }, message: { type: "string" } },
                required: ["path", "message"],
              },
            },
          },
          required: ["type", "title", "status", "detail", "code"],
        },
      },
    },
  };
});

export const description = handlers(descriptionRoutes, () => ({
  describePanelApi: async () => describePanel(),
}));
