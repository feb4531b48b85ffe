import { describe, expect, it } from "vitest";
import { byOperator } from "@/lib/shared/author";
import { specified } from "@/lib/shared/settings/registry";
import {
  entryForOperation,
  entryForValue,
  type PlainEntry,
  type SecretEntry,
} from "@/components/settings/store/entry";
import { operationsOf, problemOf } from "@/components/settings/store/judge";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import { saveOperations } from "@/lib/server/config-file/save-operations";
import { readAndRecord } from "@/lib/server/config-file/open-file";
import { testFile } from "@/testing/config-file/test-file";
import { previewImport } from "@/lib/server/config-file/import-export";
import { configRoutes } from "@/lib/shared/contract/config";
import { checkOperations, normalizeOperations } from "../operations";
import { typedValue } from "../wording";
import { readValue } from "../read-value";
import { fieldAt } from "../registry";
import { type Field, type KindName, kinds } from "./index";

/*
 * All inputs use the same parser: forms, the API, imports and fixes store the same value, or refuse it with the same
 * message.
 */

/**
 * A path, a given value, and the stored value. The stored value is undefined if the key is removed. If the
 * given value is text, the test also types it into the control.
 */
type Sample = readonly [path: string, given: unknown, stored: unknown];

const region = { endpoint: "127.0.0.1:3004", vip: false, custom: false, deprecated: false };
const signingKey = "k".repeat(40);

const taken: Record<KindName, readonly Sample[]> = {
  text: [
    ["general.instanceName", "  Harbor ⚓ ", "Harbor ⚓"],
    ["general.serverName", " chat.example.org\n", "chat.example.org"],
    ["general.serverName", "[2001:db8::1]:3001", "[2001:db8::1]:3001"],
    ["general.instanceName", "👩‍🚀 می‌خواهم", "👩‍🚀 می‌خواهم"],
    ["security.trustedProxies", " loopback, 10.0.0.0/8 ", "loopback, 10.0.0.0/8"],
    ["security.forwardedFor", " X-Forwarded-For ", "X-Forwarded-For"],
    ["email.smtp.host", "   ", undefined],
  ],
  url: [
    ["general.frontPage", "  https://harbor.example.org  ", "https://harbor.example.org"],
    ["gateway.endpointPublic", "wss://gateway.example.org\n", "wss://gateway.example.org"],
    ["general.frontPage", "HTTPS://harbor.example.org/A?b", "https://harbor.example.org/A?b"],
    ["general.image", "", undefined],
  ],
  email: [
    ["general.correspondenceEmail", " crew@example.org ", "crew@example.org"],
    ["general.correspondenceEmail", "crew@büro.example", "crew@büro.example"],
    ["general.correspondenceEmail", "crew@例え.テスト", "crew@例え.テスト"],
    ["general.correspondenceEmail", "crew@xn--r8jz45g.xn--zckzah", "crew@xn--r8jz45g.xn--zckzah"],
  ],
  number: [
    ["limits.rate.ip.count", 750, 750],
    ["limits.rate.ip.count", "750", 750],
    ["limits.rate.ip.count", "500k", 500_000],
    ["limits.rate.ip.count", "500,000", 500_000],
    ["limits.rate.ip.count", "500 000", 500_000],
    ["limits.rate.ip.count", "600 requests", 600],
    ["errorTracking.traceSampleRate", "0.125", 0.125],
    ["email.smtp.port", " 465 ", 465],
    ["email.smtp.port", "", undefined],
  ],
  duration: [
    ["limits.rate.ip.window", "90", 90],
    ["limits.rate.ip.window", "1h 30m", 5400],
    ["security.defaultRegistrationTokenExpiration", "3 days", 259_200_000],
  ],
  bytes: [
    ["limits.message.maxAttachmentSize", "25 MiB", 26_214_400],
    ["limits.message.maxAttachmentSize", "25MB", 25_000_000],
    ["limits.message.maxAttachmentSize", "1.5 GB", 1_500_000_000],
    ["limits.message.maxAttachmentSize", 1024, 1024],
  ],
  boolean: [
    ["gif.enabled", false, false],
    ["email.smtp.secure", "true", true],
  ],
  enum: [
    ["security.captcha.service", " captchaService1 ", "captchaService1"],
    ["defaults.user.premiumType", "0", 0],
    ["defaults.user.premiumType", 3, 3],
  ],
  snowflake: [
    ["general.correspondenceUserID", " 1104236891374919680 ", "1104236891374919680"],
    ["general.correspondenceUserID", 175928847299, "175928847299"],
  ],
  bitfield: [["register.defaultRights", "\t875069521787906 ", "875069521787906"]],
  secret: [
    ["security.jwtSecret", ` ${signingKey}\u00a0\n`, signingKey],
    ["broker.host", " amqp://u:p@127.0.0.1 ", "amqp://u:p@127.0.0.1"],
  ],
  "string-list": [
    ["register.email.domains", [" a.example ", "b.example"], ["a.example", "b.example"]],
    ["register.email.domains", "a.example, b.example\nc.example", ["a.example", "b.example", "c.example"]],
  ],
  "feature-list": [
    ["guild.defaultFeatures", "NEWS  COMMUNITY", ["NEWS", "COMMUNITY"]],
    ["guild.defaultFeatures", "news, Role_Icons", ["NEWS", "ROLE_ICONS"]],
    ["guild.defaultFeatures", ["news"], ["NEWS"]],
  ],
  "region-list": [
    [
      "regions.available",
      [{ id: " eu ", name: " Europe", rack: 4 }],
      [{ id: "eu", name: "Europe", rack: 4, ...region }],
    ],
  ],
};

const refused: readonly (readonly [path: string, given: unknown, words: string])[] = [
  ["general.instanceName", " ", "Enter some text, or use the default."],
  [
    "general.instanceName",
    "Harbor\0",
    "This contains a NUL character at position 7. Remove it, or type the text again.",
  ],
  [
    "general.instanceName",
    "Har\ufeffbor",
    "This contains a byte order mark at position 4. Remove it, or type the text again.",
  ],
  [
    "general.instanceName",
    "Har\u202ebor",
    "This contains the invisible control character U+202E at position 4. Remove it, or type the text again.",
  ],
  [
    "general.frontPage",
    "https://harbor.example.org/\u2066",
    "This contains the invisible control character U+2066 at position 28.",
  ],
  ["general.frontPage", "https:/harbor.example.org", "Enter a full address"],
  ["general.frontPage", "https://harbor..example.org", "an empty part between two dots"],
  ["general.frontPage", "https://harbor.example.org:0", "Port 0 cannot be reached"],
  ["api.endpointPublic", "https://harbor.example.org/api?v=9", "Remove the part after “?” or “#”"],
  ["general.serverName", "chat..example.org", "Enter a host name"],
  ["general.serverName", "chat.example.org:0", "Enter a host name"],
  ["general.correspondenceEmail", "crew@büro..example", "Enter an email address"],
  ["security.jwtSecret", `${signingKey.slice(1)}\u200b${signingKey}`, "a zero-width space at position 40"],
  ["register.email.domains", ["a.example", "b\u200b.example"], "Item 2: This contains a zero-width space at"],
  ["register.email.domains", "a.example b\u200b.example", "Item 2: This contains a zero-width space at"],
  ["register.email.domains", ["b\u00a0.example"], "Item 1: This contains a no-break space at position 2."],
  ["email.smtp.host", "smtp\u00a0.example.org", "This contains a no-break space at position 5. Remove it"],
  ["general.serverName", "2001:db8::1", "an IPv6 address in brackets"],
  ["general.correspondenceEmail", "crew@xn--", "Enter an email address"],
  ["general.frontPage", "harbor.example.org", "Enter a full address"],
  ["limits.rate.ip.count", "", "Enter a whole number from 1 to 1,000,000,000."],
  ["limits.rate.ip.count", "2 million million", "Enter a whole number"],
  ["limits.rate.ip.count", "1.000", "can mean two things"],
  ["limits.rate.ip.window", "2 years", "Use days, such as 30 days."],
  ["limits.message.maxAttachmentSize", "25 Mb", "“Mb” means bits."],
  ["gif.enabled", "yes", "true or false is expected"],
  ["email.provider", "pigeon", "Choose one of"],
  ["general.correspondenceUserID", "#1104236891374919680", "digits only"],
  ["security.jwtSecret", "short", "Use at least 32 characters"],
  ["api.activeVersions", ["9", 8], "Item 2: This is the number 8"],
];

function fieldOf(path: string): Field {
  const field = fieldAt(path);
  if (field === undefined) throw new Error(`There is no setting ${path}.`);
  return field;
}

/** Returns the form's entry after a person has typed the given text, or has set the given value with a control. */
function entryOf(field: Field, given: unknown): PlainEntry | SecretEntry {
  if (field.kind === "secret") return { set: false, action: "replace", value: String(given) };
  const value = typeof given === "string" ? typedValue(field, given) : given;
  return entryForValue(field, { set: false, value: field.default }, value);
}

const set = (path: string, value: unknown): Operation => ({ op: "set", path, value });
const operationFor = (path: string, stored: unknown): Operation =>
  stored === undefined ? { op: "unset", path } : set(path, stored);

const patched = (path: string, given: unknown): Operation[] =>
  configRoutes.saveConfig.body.parse(JSON.parse(JSON.stringify({ operations: [set(path, given)] })))
    .operations;

const textWith = (path: string, value: unknown): string =>
  JSON.stringify(path.split(".").reduceRight((inner, key) => ({ [key]: inner }), value));

async function importOf(path: string, given: unknown) {
  const file = await testFile();
  file.write("{}");
  return previewImport(file.config, await readAndRecord(file.config), textWith(path, given));
}

describe.each(Object.keys(kinds) as KindName[])("%s", (kind) => {
  it.each(taken[kind])(
    "%s accepts %j from forms, the API, imports and fixes",
    async (path, given, stored) => {
      const field = fieldOf(path);
      expect(field.kind).toBe(kind);
      const wanted = operationFor(path, stored);

      const entry = entryOf(field, given);
      expect(problemOf(field, entry)).toBeUndefined();
      expect(operationsOf({ [path]: entry }, specified)).toEqual([wanted]);

      const operations = patched(path, given);
      expect(checkOperations(operations, specified)).toEqual([]);
      expect(normalizeOperations(operations, specified)).toEqual([wanted]);

      const preview = await importOf(path, given);
      expect(preview.problems).toEqual([]);
      expect(preview.operations).toEqual(stored === undefined ? [] : [wanted]);

      const { problem } = readValue(field, given);
      if (problem?.correction === undefined) return;
      expect(problem.correction).toEqual(stored);
      const base = { set: true, value: field.default };
      const fixed = entryForOperation(field, base, set(path, problem.correction));
      expect(operationsOf({ [path]: fixed }, specified)).toEqual([wanted]);
    },
  );
});

it.each(refused)(
  "%s refuses %j with the same message in forms, the API and imports",
  async (path, given, words) => {
    const field = fieldOf(path);
    const [problem] = checkOperations(patched(path, given), specified);
    expect(problem?.message).toContain(words);
    expect(problemOf(field, entryOf(field, given))).toBe(problem?.message);
    const preview = await importOf(path, given);
    expect(preview.problems.map(({ message }) => message)).toEqual([problem?.message]);
    expect(preview.operations).toEqual([]);
  },
);

it("a save stores the expected value for a sample of every kind of setting", async () => {
  const file = await testFile();
  file.write("{}");
  const samples = Object.values(taken).map(([sample]) => sample!);
  await saveOperations(file.config, {
    baseEtag: (await readAndRecord(file.config)).etag,
    operations: samples.flatMap(([path, given]) => patched(path, given)),
    author: byOperator("ada"),
  });
  const document: unknown = JSON.parse(file.read());
  for (const [path, , stored] of samples) {
    const at = path
      .split(".")
      .reduce<unknown>((here, key) => (here as Record<string, unknown>)[key], document);
    expect(at, path).toEqual(stored);
  }
});

it("null unsets a setting of any kind", () => {
  for (const [[path]] of Object.values(taken).map((samples) => [samples[0]!] as const)) {
    expect(normalizeOperations(patched(path, null), specified)).toEqual([{ op: "unset", path }]);
  }
});
