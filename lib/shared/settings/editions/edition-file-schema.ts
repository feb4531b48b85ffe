import * as z from "zod/mini";
import { groups } from "../registry";
import { kinds, type KindName } from "../kinds";

/* docs/edition.schema.json is the JSON Schema of these files. */

const text = (description: string) => z.string().check(z.minLength(1), z.describe(description));
const flag = (description: string) => z.boolean().check(z.describe(description));
const number = (description: string) => z.number().check(z.describe(description));

const isPattern = (pattern: string): boolean => {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
};
const pattern = z
  .string()
  .check(
    z.refine(isPattern, "The regular expression is not valid."),
    z.describe("A regular expression (JavaScript, with the flag u)."),
  );

const path = z.string().check(
  z.regex(
    /^[\w-]+(?:\.[\w-]+)*$/,
    "Enter a path of keys with dots between them, such as limits.message.maxPolls.",
  ),
  z.refine(
    (value) => !value.split(".").some((key) => key in Object.prototype),
    "Keys of JavaScript's objects, such as constructor, cannot be settings.",
  ),
  z.describe("The path of the key, as the program's files spell it."),
);

const kindNames = Object.keys(kinds) as [KindName, ...KindName[]];
const groupIds = groups.map(({ id }) => id) as [(typeof groups)[number]["id"]];

const option = z.strictObject({
  value: z.string(),
  label: text("The name of the option in the form."),
  help: z.optional(z.string()),
});

const items = z.strictObject({
  options: z.optional(z.array(z.string())),
  pattern: z.optional(pattern),
  ids: z.optional(flag("Whether the elements are ids.")),
  maxLength: z.optional(number("The most characters of an element.")),
  message: z.optional(text("What to enter if an element is refused.")),
});

const setting = z.strictObject({
  path,
  kind: z.optional(z.enum(kindNames).check(z.describe("The kind of value. Required for a new setting."))),
  label: z.optional(text("The setting's name in the form. Required for a new setting.")),
  help: z.optional(z.string().check(z.describe("What the setting does, in one or two sentences."))),
  default: z.optional(
    z
      .unknown()
      .check(z.describe("The value that the program uses if the key is not set. Without it, there is none.")),
  ),
  defaultNote: z.optional(text("Where the default comes from, such as “Generated at first start”.")),
  secret: z.optional(flag("Whether the value is a secret, which never leaves the server.")),
  after: z.optional(text("The path of the setting after which the form shows this one.")),
  section: z.optional(text("The id of the section. Default: the first key of the path.")),
  card: z.optional(text("The title of the card in the section.")),
  synonyms: z.optional(z.array(z.string()).check(z.describe("Other words that operators may search for."))),
  unit: z.optional(text("What a number counts, such as “messages”. For a duration, s or ms.")),
  min: z.optional(number("The smallest number.")),
  max: z.optional(number("The largest number.")),
  fractional: z.optional(flag("Whether the number may be a fraction.")),
  maxLength: z.optional(number("The most characters of a text.")),
  multiline: z.optional(flag("Whether the text may have several lines.")),
  pattern: z.optional(
    z.strictObject({ matches: pattern, message: text("What to enter if the text is refused.") }),
  ),
  placeholder: z.optional(z.string().check(z.describe("An example in the empty field."))),
  protocols: z.optional(z.array(z.string()).check(z.describe("The protocols of an address, such as wss."))),
  options: z.optional(
    z.array(option).check(z.describe("The options of an enum, or suggestions for a feature-list.")),
  ),
  item: z.optional(text("The name of a list's element in the singular, such as “domain”.")),
  items: z.optional(items.check(z.describe("The allowed elements of a string-list."))),
  minItems: z.optional(number("The fewest elements of a list.")),
  of: z.optional(text("The kind of object that an id identifies, such as “user”.")),
  generateBytes: z.optional(
    z
      .int()
      .check(
        z.minimum(16),
        z.maximum(1_024),
        z.describe("The panel can generate a secret of this many random bytes in base64."),
      ),
  ),
  replacing: z.optional(text("What stops working after a secret is replaced, as a sentence.")),
  generated: z.optional(flag("Whether the program writes a value at its first start.")),
  unused: z.optional(flag("Whether the program ignores the setting.")),
  instead: z.optional(text("What to use instead of an unused setting, as a sentence.")),
  deprecated: z.optional(text("Why the setting should no longer be used, as a sentence.")),
  since: z.optional(text("The version or date since which the program has the setting.")),
  takesEffect: z.optional(
    z.enum(["at once", "at reload", "at start"]).check(z.describe("When a change takes effect.")),
  ),
  variable: z.optional(
    text(
      "The program's environment variable that overrides the value. If it ends in _PATH, it names a file.",
    ),
  ),
  environment: z.optional(text("Another source of the value, as a sentence.")),
  formerNames: z.optional(z.array(path).check(z.describe("Paths of the setting in earlier versions."))),
  fillsUp: z.optional(flag("Whether the program extends a shorter list with entries of its default list.")),
});

export const editionFileSchema = z.strictObject({
  $schema: z.optional(z.string()),
  extends: z.optional(
    z
      .enum(["specification", "public-server"])
      .check(
        z.describe(
          "The edition that the file adds to. Without it, the file lists all settings of the program.",
        ),
      ),
  ),
  sections: z.optional(
    z.array(
      z.strictObject({
        id: path,
        after: z.optional(text("The id of the section after which the menu shows this one.")),
        group: z.optional(z.enum(groupIds)),
        title: text("The title of the section."),
        description: z.optional(z.string()),
      }),
    ),
  ),
  cards: z.optional(
    z.array(
      z.strictObject({
        section: text("The id of the section."),
        title: text("The title of the card."),
        description: text("One sentence below the title."),
      }),
    ),
  ),
  settings: z.array(setting).check(z.maxLength(2_000)),
});

export type EditionFile = z.infer<typeof editionFileSchema>;
export type SettingEntry = EditionFile["settings"][number];
