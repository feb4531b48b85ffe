import "server-only";
import type { Naming } from "@/lib/shared/contract/config-snapshot";
import { type JsonNode, type JsonObject, nodeAt, valueOf } from "@/lib/shared/json/tree";
import type { JsonValue } from "@/lib/shared/json/value";

/*
 * The only table of neutral and branded spellings (docs/configuration-file.md). It is applied in this folder alone,
 * where text becomes values and where operations become edits; all other code uses neutral names.
 */

/** Neutral path of a renamed key → its branded last segment. Parent keys are spelled the same in both namings. */
const brandedKeys: Readonly<Record<string, string>> = {
  broker: "rabbitmq",
  errorTracking: "sentry",
  "cdn.imageProxyServerUrl": "imagorServerUrl",
  "security.geoipApiKey": "ipdataApiKey",
  "email.emailApi1": "mailgun",
  "email.emailApi2": "mailjet",
  "email.emailApi3": "sendgrid",
};

/** Neutral path → neutral value → branded value. */
const brandedValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "email.provider": { emailApi1: "mailgun", emailApi2: "mailjet", emailApi3: "sendgrid" },
  "security.captcha.service": { captchaService1: "recaptcha", captchaService2: "hcaptcha" },
  "gif.provider": { gifProvider1: "tenor" },
};

const other = (naming: Naming): Naming => (naming === "neutral" ? "branded" : "neutral");

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf(".")));

const neutralKeys: ReadonlyMap<string, string> = new Map(
  Object.entries(brandedKeys).map(([path, key]) => [parentOf(path) ? `${parentOf(path)}.${key}` : key, path]),
);

/** The path's segments as one naming spells them. */
export function spell(path: string, naming: Naming): string[] {
  const segments = path.split(".");
  if (naming === "neutral") return segments;
  return segments.map((segment, index) => brandedKeys[segments.slice(0, index + 1).join(".")] ?? segment);
}

/** The neutral path of a path in the file, however each of its keys is spelled; null when a key contains a dot. */
export function toNeutral(segments: readonly string[]): string | null {
  return segments.reduce<string | null>(neutralBelow, "");
}

/** The neutral path of a key in the file below a neutral path; null when the key contains a dot. */
export function neutralBelow(parent: string | null, key: string): string | null {
  if (parent === null || key.includes(".")) return null;
  const spelled = parent ? `${parent}.${key}` : key;
  return neutralKeys.get(spelled) ?? spelled;
}

/** The neutral spelling of a value read at `path`. */
export function neutralValue(path: string, value: JsonValue): JsonValue {
  const table = brandedValues[path];
  const pair = table && Object.entries(table).find(([, branded]) => branded === value);
  return pair ? pair[0] : value;
}

/** How `value` is written at `path`: in the spelling of the current value there, else in the file's. */
export function spelledValue(path: string, value: JsonValue, naming: Naming, present?: JsonValue): JsonValue {
  const table = brandedValues[path];
  if (!table || typeof value !== "string") return value;
  const used = valueNaming(path, present) ?? naming;
  return used === "branded" ? (table[value] ?? value) : value;
}

function valueNaming(path: string, value: JsonValue | undefined): Naming | null {
  const table = brandedValues[path] ?? {};
  if (typeof value !== "string") return null;
  if (Object.hasOwn(table, value)) return "neutral";
  return Object.values(table).includes(value) ? "branded" : null;
}

export interface Detected {
  readonly naming: Naming;
  /** Paths, as spelled in the file, that show each naming. If both are non-empty, the file is mixed. */
  readonly places: Readonly<Record<Naming, readonly string[][]>>;
}

/**
 * Detects which naming a file uses. If it has keys of both (a mixed file) or of neither, `choice` (CONFIG_NAMING)
 * decides. Without it, a mixed file counts as branded, because a server that writes branded names ignores neutral ones,
 * and a file with neither counts as neutral.
 */
export function detectNaming(text: string, root: JsonObject, choice: Naming | undefined): Detected {
  const places: Record<Naming, string[][]> = { neutral: [], branded: [] };
  for (const path of Object.keys(brandedKeys)) {
    for (const naming of ["neutral", "branded"] as const) {
      const segments = spell(path, naming);
      if (nodeAt(root, segments)) places[naming].push(segments);
    }
  }
  for (const path of Object.keys(brandedValues)) {
    const node = nodeAt(root, path.split("."));
    const naming = node && valueNaming(path, valueOf(text, node));
    if (naming) places[naming].push(path.split("."));
  }
  const [neutral, branded] = [places.neutral.length > 0, places.branded.length > 0];
  if (neutral === branded) return { naming: choice ?? (branded ? "branded" : "neutral"), places };
  return { naming: branded ? "branded" : "neutral", places };
}

const knownSpellings: Record<Naming, Map<string, readonly (readonly string[])[]>> = {
  neutral: new Map(),
  branded: new Map(),
};

/** Both spellings of a setting's path, the file's own first; one entry if they are the same. */
export function spellings(path: string, naming: Naming): readonly (readonly string[])[] {
  const known = knownSpellings[naming].get(path);
  if (known) return known;
  const own = spell(path, naming);
  const rival = spell(path, other(naming));
  const made = own.join(".") === rival.join(".") ? [own] : [own, rival];
  knownSpellings[naming].set(path, made);
  return made;
}

export interface Located {
  readonly segments: readonly string[];
  readonly node: JsonNode | undefined;
}

/**
 * The location of the setting `path` in the file: the spelling that has a value, trying the file's own first. If
 * neither does, the place where it belongs: beside its siblings if their group exists in one spelling, else in the
 * file's naming.
 */
export function locate(root: JsonObject, path: string, naming: Naming): Located {
  const candidates = spellings(path, naming).map((segments) => ({ segments, node: nodeAt(root, segments) }));
  return (
    candidates.find(({ node }) => node && node.type !== "null") ??
    candidates.find(({ node }) => node) ??
    candidates.reduce((best, candidate) =>
      depthIn(root, candidate) > depthIn(root, best) ? candidate : best,
    )
  );
}

/** How many of the path's keys exist. */
const depthIn = (root: JsonObject, { segments }: Located): number =>
  segments.filter((_, index) => nodeAt(root, segments.slice(0, index + 1))).length;
