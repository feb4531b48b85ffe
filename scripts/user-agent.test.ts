import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const folder = "lib/server";
const sends = /\bfetch\(|= request\(\{|new WebSocket\(/;

/*
 * The public server's gateway refuses connections without a User-Agent, and so do firewalls in front of
 * instances.
 */

it("every server file that sends requests sets the panel's User-Agent", () => {
  const senders = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => ({ name, source: readFileSync(join(folder, name), "utf8") }))
    .filter(({ source }) => sends.test(source));
  expect(senders.length).toBeGreaterThan(5);
  const unnamed = senders.filter(({ source }) => !/"user-agent": USER_AGENT/.test(source));
  expect(unnamed.map(({ name }) => name)).toEqual([]);
});
