import { isSnowflake } from "../../chat/snowflake";
import type { Card, Field, Section } from "../field";
import * as kinds from "../kinds";
import type { KindName } from "../kinds";
import type { Schema, Spec, Zod } from "../kinds/kind";
import type { Region } from "../kinds/region-list";
import { defaultLength } from "../kinds/text";
import type { Spelling } from "./edition";
import type { EditionFile, SettingEntry } from "./edition-file-schema";

/*
 * Settings of a server program as data: those of the public server (`public-server/settings.json`), and those of the
 * file at CONFIG_EDITION. `edition-file-schema.ts` has the schema, and docs/editions.md describes the format. All paths
 * are spelled as in the program's files.
 */

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf(".")));
const firstKey = (path: string): string => path.split(".", 1)[0] ?? "";

export function neutralPath({ keys }: Pick<Spelling, "keys">, spelled: string): string {
  const byName = new Map(
    Object.entries(keys).map(([path, key]) => [parentOf(path) ? `${parentOf(path)}.${key}` : key, path]),
  );
  return spelled.split(".").reduce((parent, key) => {
    const path = parent ? `${parent}.${key}` : key;
    return byName.get(path) ?? path;
  }, "");
}

const neutralOption = ({ values }: Spelling, path: string, value: unknown): unknown =>
  Object.entries(values[path] ?? {}).find(([, spelled]) => spelled === value)?.[0] ?? value;

const variableNote = (name: string): string =>
  name.endsWith("_PATH")
    ? `The instance's environment variable ${name} can name a file with this value. The file's value takes precedence, and the instance writes it here.`
    : `The instance's environment variable ${name} overrides this value, and the instance writes it here.`;

/** Formats the last key of a path as a label: `maxPollOptions` becomes “Max poll options”. */
function labelFromPath(path: string): string {
  const words = path
    .slice(parentOf(path).length)
    .replace(/^\./, "")
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Checked before a pattern, which may take very long for a long text. */
const lengthCheck = (z: Zod, maxLength: number) =>
  z.maxLength(maxLength, { error: `Use at most ${maxLength} characters.`, abort: true });

const patternSchema =
  ({ matches, message }: NonNullable<SettingEntry["pattern"]>, maxLength = defaultLength): Schema<string> =>
  (z) =>
    z.string().check(z.trim(), lengthCheck(z, maxLength), z.regex(new RegExp(matches, "u"), message));

const itemSchema =
  ({
    options,
    pattern,
    ids,
    maxLength = defaultLength,
    message,
  }: NonNullable<SettingEntry["items"]>): Schema<string> =>
  (z: Zod) => {
    const words = message ?? (options ? `Use one of: ${options.join(", ")}.` : "Enter a valid entry.");
    const isAllowed = (text: string) =>
      (options?.includes(text) ?? true) &&
      (pattern === undefined || new RegExp(pattern, "u").test(text)) &&
      (ids !== true || isSnowflake(text));
    const isFree = options === undefined && pattern === undefined && ids !== true;
    const length = lengthCheck(z, maxLength);
    return isFree
      ? z.string().check(z.trim(), z.minLength(1, "Enter some text."), length)
      : z.string().check(length, z.refine(isAllowed, words));
  };

/** Properties of which a field's schema is made. If an entry changes one of them, the field is created again. */
const inSchema = [
  "kind",
  "secret",
  "unit",
  "min",
  "max",
  "fractional",
  "maxLength",
  "pattern",
  "protocols",
  "options",
  "item",
  "items",
  "minItems",
  "of",
] as const;

function shared(entry: SettingEntry): Partial<Field> {
  const { label, help, default: value, defaultNote, synonyms, placeholder, multiline, replacing } = entry;
  const { generateBytes, generated, unused, instead, deprecated, since, takesEffect, variable } = entry;
  const environment = entry.environment ?? (variable && variableNote(variable));
  const given = {
    ...{ label, help, defaultNote, synonyms, placeholder, multiline, replacing, generateBytes },
    ...{ generated, unused, instead, deprecated, since, takesEffect, variable, environment },
  };
  const set = Object.entries(given).filter(([, one]) => one !== undefined && one !== false);
  return {
    ...Object.fromEntries(set),
    ...(value !== undefined && { default: value }),
    ...(entry.unused === false && { unused: undefined }),
  } as Partial<Field>;
}

function fieldOf(entry: SettingEntry, path: string, base?: Field): Field {
  const { kind = "text", item = "entry", items = {}, options = [], unit, pattern, of = "object" } = entry;
  const { min, max, fractional, maxLength, minItems, protocols } = entry;
  // The compiler cannot know the type of each default. `edition-file-schema.ts` and the tests check them.
  const spec = {
    label: labelFromPath(path),
    help: "",
    default: null,
    ...shared(entry),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  } as Spec<null, { min?: number; max?: number }>;
  const hasItems = base !== undefined && "itemSchema" in base && entry.items === undefined;
  const list = {
    ...spec,
    item,
    itemSchema: hasItems ? base.itemSchema : itemSchema(items),
    ...(minItems !== undefined && { minItems }),
  };
  const created = {
    text: () =>
      kinds.text(path, {
        ...spec,
        ...(maxLength !== undefined && { maxLength }),
        ...(pattern && { schema: patternSchema(pattern, maxLength) }),
      }),
    url: () => kinds.url(path, { ...spec, ...(protocols && { protocols }) }),
    email: () => kinds.email(path, spec),
    number: () =>
      kinds.number(path, {
        ...spec,
        ...(unit !== undefined && { unit }),
        ...(fractional && { fractional: true as const }),
      }),
    duration: () => kinds.duration(path, { ...spec, fileUnit: unit === "ms" ? "ms" : "s" }),
    bytes: () => kinds.bytes(path, spec),
    boolean: () => kinds.boolean(path, spec),
    enum: () =>
      options.every(({ value }) => /^-?\d+$/.test(value)) && typeof entry.default === "number"
        ? kinds.level(path, { ...spec, options })
        : kinds.choice(path, { ...spec, options }),
    snowflake: () => kinds.snowflake(path, { ...spec, of }),
    bitfield: () => kinds.bitfield(path, spec),
    secret: () => kinds.secret(path, spec),
    "string-list": () => {
      const field = kinds.stringList(path, list);
      return entry.fillsUp ? kinds.withRepeats(field) : field;
    },
    "feature-list": () => kinds.featureList(path, { ...spec, suggestions: options }),
    "region-list": () =>
      kinds.regionList(path, { ...spec, default: (entry.default ?? []) as readonly Region[] }),
  } satisfies Record<KindName, () => unknown>;
  return created[entry.secret ? "secret" : kind]() as Field;
}

function changedField(field: Field, entry: SettingEntry): Field {
  const isRemade = inSchema.some((name) => entry[name] !== undefined);
  const unit = field.kind === "duration" && { unit: field.fileUnit };
  // A field has the properties of an entry under the same names, so it can be created again from both.
  return isRemade
    ? fieldOf({ ...(field as unknown as SettingEntry), ...unit, ...entry }, field.path, field)
    : ({ ...field, ...shared(entry) } as Field);
}

type DraftCard = Omit<Card, "fields"> & { fields: Field[] };
type Draft = Omit<Section, "cards"> & { readonly cards: DraftCard[] };

/** Where the form shows a new setting: after another one, or at the end of a card. */
function place(sections: Draft[], field: Field, entry: SettingEntry, file: EditionFile, spelling: Spelling) {
  const after = entry.after === undefined ? undefined : neutralPath(spelling, entry.after);
  const all = sections.flatMap(({ cards }) => cards.flatMap(({ fields }) => fields));
  const sibling = after ?? (entry.section === undefined ? lastSibling(all, field.path) : undefined);
  for (const { cards } of sections) {
    for (const { fields } of cards) {
      const at = fields.findIndex(({ path }) => path === sibling);
      if (at !== -1) return void fields.splice(at + 1, 0, field);
    }
  }
  const id = entry.section ?? firstKey(field.path);
  let section = sections.find((one) => one.id === id);
  if (!section) {
    section = {
      id,
      group: "instance",
      title: labelFromPath(id),
      description: "Settings from the edition file.",
      cards: [],
    };
    sections.push(section);
  }
  const title = entry.card ?? "Other settings";
  let card = section.cards.find((one) => one.title === title);
  if (!card) {
    const described = file.cards?.find((one) => one.section === id && one.title === title);
    card = { title, ...(described && { description: described.description }), fields: [] };
    section.cards.push(card);
  }
  card.fields.push(field);
}

/** Returns the last setting of the closest group that has settings. */
function lastSibling(fields: readonly Field[], path: string): string | undefined {
  for (let group = parentOf(path); group.includes("."); group = parentOf(group)) {
    const sibling = fields.findLast((field) => field.path.startsWith(`${group}.`));
    if (sibling) return sibling.path;
  }
  return undefined;
}

/**
 * Adds the settings of an edition file to sections.
 * @param spelling the spelling of the edition that the sections belong to
 */
export function withEntries(
  base: readonly Section[],
  file: EditionFile,
  spelling: Spelling,
): readonly Section[] {
  const sections: Draft[] = base.map((section) => ({
    ...section,
    cards: section.cards.map((card) => ({ ...card, fields: [...card.fields] })),
  }));
  for (const { id, after, group = "instance", title, description = "" } of file.sections ?? []) {
    if (sections.some((one) => one.id === id)) continue;
    const at = sections.findIndex((one) => one.id === after);
    sections.splice(at === -1 ? sections.length : at + 1, 0, { id, group, title, description, cards: [] });
  }
  for (const given of file.settings) {
    const path = neutralPath(spelling, given.path);
    const entry =
      given.default === undefined
        ? given
        : { ...given, default: neutralOption(spelling, path, given.default) };
    const card = sections
      .flatMap(({ cards }) => cards)
      .find(({ fields }) => fields.some((field) => field.path === path));
    if (card)
      card.fields = card.fields.map((field) => (field.path === path ? changedField(field, entry) : field));
    else place(sections, fieldOf(entry, path), entry, file, spelling);
  }
  return sections;
}

export const filledUpLists = (file: EditionFile, spelling: Spelling): Record<string, readonly unknown[]> =>
  Object.fromEntries(
    file.settings.flatMap(({ path, fillsUp, default: list }) =>
      fillsUp && Array.isArray(list) ? [[neutralPath(spelling, path), list as unknown[]]] : [],
    ),
  );

export const formerKeysOf = (file: EditionFile, spelling: Spelling): Record<string, { path: string }> =>
  Object.fromEntries(
    file.settings.flatMap(({ path, formerNames = [] }) =>
      formerNames.map((name) => [name, { path: neutralPath(spelling, path) }]),
    ),
  );
