import { createConfig, lintFromString } from "@redocly/openapi-core";
import { theRooms } from "@/testing/rooms";
import { expect, test } from "vitest";
import { routes } from "@/lib/shared/contract";
import type { Route } from "@/lib/shared/contract/route";
import { describedPath } from "@/lib/server/http/api/json-schema";
import { describePanel } from "./description";
import { routeTable } from "./routes";

const all: readonly Route[] = Object.values(routes);

interface Described {
  requestBody: {
    content: { "application/json": { schema: { properties: object; anyOf?: { properties: object }[] } } };
  };
}

test("the OpenAPI document of the panel API is valid and describes every route", async () => {
  const document = describePanel();
  // The document names no license, so turn off the rules that require one.
  const rules = {
    "info-license": "off",
    "info-license-strict": "off",
    // The linter does not know `propertyNames`, which describes objects with a fixed set of keys.
    "no-required-schema-properties-undefined": "off",
  } as const;
  const config = await createConfig({ extends: ["recommended"], rules });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, absoluteRef: "openapi.json", config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
  const described = Object.values(document.paths).flatMap((methods) => Object.keys(methods));
  expect(described).toHaveLength(all.length);
});

test("every route has a unique name that is also the name of its handler", () => {
  expect(routeTable(theRooms()).map(({ route }) => route)).toHaveLength(all.length);
});

test("no two routes have the same method and path", () => {
  const called = all.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ":")}`);
  expect(new Set(called).size).toBe(called.length);
});

test("every change that needs proof of identity accepts a password and a code", () => {
  const proved = all.filter(({ proof, method, body }) => proof && method !== "GET" && body !== "bytes");
  expect(proved.length).toBeGreaterThan(5);
  const { paths } = describePanel();
  for (const { method, path, proof } of proved) {
    const described = paths[describedPath(path)]?.[method.toLowerCase()] as Described;
    const { schema } = described.requestBody.content["application/json"];
    for (const { properties } of schema.anyOf ?? [schema])
      expect([path, Object.keys(properties)]).toEqual([
        path,
        expect.arrayContaining([proof?.field ?? "password", "code"]),
      ]);
  }
});

test("a route is described with its input, its answers, and who may call it", () => {
  const { paths } = describePanel();
  const save = paths["/config"]?.patch as Record<string, unknown>;
  expect(save).toMatchObject({
    operationId: "saveConfig",
    tags: ["config"],
    parameters: [{ name: "If-Match", in: "header", required: true }],
    requestBody: { required: true, content: { "application/json": { schema: { type: "object" } } } },
  });
  expect(save.description).toMatch(
    /^For the role editor and above\. Needs proof of identity from the last ten minutes if .+`password`\. Recorded in the audit log as config\.save\.$/,
  );
  expect(Object.keys(save.responses as object)).toEqual([
    "200",
    "401",
    "403",
    "412",
    "422",
    "428",
    "default",
  ]);
  expect(save.responses).toMatchObject({
    200: { headers: { ETag: { schema: { type: "string" } } }, content: { "application/json": {} } },
    412: { content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } } },
  });

  const list = paths["/operators"]?.get as Record<string, unknown>;
  expect(list).toMatchObject({ description: "For the role viewer and above." });
  for (const part of ["parameters", "requestBody"]) expect(list).not.toHaveProperty(part);
  expect(Object.keys(list.responses as object)).toEqual(["200", "401", "403", "default"]);
  expect((list.responses as Record<string, object>)["200"]).not.toHaveProperty("headers");

  expect(paths["/account/password"]?.put).toMatchObject({
    description: expect.stringMatching(/ten minutes: the sign-in, .+ in `current`\./) as unknown,
  });
  expect(paths["/account/totp"]?.post).toMatchObject({ requestBody: { required: false } });
  expect(paths["/bots/{id}/avatar"]?.put).toMatchObject({
    parameters: [{ name: "id", in: "path", required: true }],
    requestBody: { required: true, content: { "application/octet-stream": {} } },
  });
  expect(paths["/config/export"]?.get).toMatchObject({
    responses: { 200: { content: { "application/octet-stream": {} } } },
  });
  expect(paths["/users"]?.post).toMatchObject({ responses: { 201: { description: "Done" } } });
  expect(paths["/config/revisions"]?.get).toMatchObject({
    parameters: expect.arrayContaining([expect.objectContaining({ name: "limit", in: "query" })]) as unknown,
  });
  const streams = Object.values(paths).flatMap((methods) =>
    Object.values(methods).filter((operation) => JSON.stringify(operation).includes("text/event-stream")),
  );
  expect(streams.length).toBeGreaterThan(0);
});
