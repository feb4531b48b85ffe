import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { routes } from "@/lib/shared/contract";
import type { Route } from "@/lib/shared/contract/route";
import { jsonSchema } from "@/lib/server/api/json-schema";
import { describePanel } from "./description";
import { table } from "./routes";

const all: readonly Route[] = Object.values(routes);

test("the OpenAPI document of the panel API is valid and describes every route", async () => {
  const document = describePanel();
  // The document names no license, because the operator decides about it.
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
  expect(table.map(({ route }) => route)).toHaveLength(all.length);
});

test("no two routes have the same method and path", () => {
  const called = all.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ":")}`);
  expect(new Set(called).size).toBe(called.length);
});

test("every route that needs a proof of identity and has a body accepts a password and a code", () => {
  const proved = all.filter((route) => route.proof);
  expect(proved.length).toBeGreaterThan(5);
  for (const { method, path, proof, body } of proved) {
    if (method === "GET") continue;
    const schema = typeof body === "object" ? jsonSchema(body, "input") : {};
    for (const { properties } of [schema.anyOf ?? schema].flat() as { properties?: object }[])
      expect([path, Object.keys(properties ?? {})]).toEqual([
        path,
        expect.arrayContaining([proof?.field ?? "password", "code"]),
      ]);
  }
});
