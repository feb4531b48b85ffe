import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { routes } from "@/lib/shared/contract";
import type { Route } from "@/lib/shared/contract/route";
import { jsonSchema } from "@/lib/server/http/api/json-schema";
import { matchRoute, routes as endpoints } from "@/lib/server/http/instance-api/routes";

/* Administrators see settings, names and counts, never messages or media of users. */

/** Names of fields that messages and their media have in this family of APIs. */
const OF_MESSAGES =
  /^(?:content|messages?|attachments?|embeds?|stickers?|sticker_items|reactions|mentions|replies)$/i;

/** Returns the fields of a schema that could contain text or media, with their paths. */
function fieldsOf(schema: unknown, path = ""): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap((one) => fieldsOf(one, path));
  const { properties, type, ...rest } = schema as { properties?: Record<string, unknown>; type?: unknown };
  const own = type === "number" || type === "integer" ? [] : [path];
  const below = Object.entries(properties ?? {}).flatMap(([name, one]) => fieldsOf(one, `${path}.${name}`));
  return [...own, ...below, ...Object.values(rest).flatMap((one) => fieldsOf(one, path))];
}

const named = (path: string) => OF_MESSAGES.test(path.split(".").at(-1) ?? "");

/** The panel's own sentences for the operator. */
const SENTENCES =
  /(?:\.(?:problems|refusals|warnings|lines|checks|steps|items|consequences|contradictions|rules|deliveries|findings)(?:\.\w+)*|testNotification)\.messages?$/;

test("no answer of the panel API has a field for messages or media of users", () => {
  const found = (Object.entries(routes) as [string, Route][]).flatMap(([name, { answer }]) =>
    typeof answer === "string"
      ? []
      : [...new Set(fieldsOf(jsonSchema(answer, "output")))]
          .map((path) => name + path)
          .filter((path) => named(path) && !SENTENCES.test(path)),
  );
  expect(found).toEqual([]);
});

test("no answer of the instance API has a field for messages or media of users", () => {
  expect(endpoints.length).toBeGreaterThan(9);
  for (const { path, answer } of endpoints)
    if (answer) expect([path, fieldsOf(jsonSchema(answer, "output")).filter(named)]).toEqual([path, []]);
});

test("the panel forwards only the endpoints that it describes, and none of them reads messages", () => {
  expect(endpoints.filter(({ path }) => /channel|message|attachment|search/i.test(path))).toEqual([]);
  for (const path of [
    "/api/v9/channels/1574425641619554304/messages",
    "/api/v9/users/@me/channels",
    "/api/v9/users/1574425641619554304/messages",
    "/api/v9/guilds/1574425641619554304/messages/search",
    "/api/v9/attachments/1/2/picture.png",
  ])
    expect([path, matchRoute(path).pattern]).toEqual([path, null]);
});

test("the panel requests no messages or media from a running instance", () => {
  const folder = "lib/server/instance/upstream";
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => readFileSync(join(folder, name), "utf8"));
  expect(sources.length).toBeGreaterThan(5);
  for (const source of sources) expect(source).not.toMatch(/["'`/](?:channels|messages|attachments|dms)\//);
});
