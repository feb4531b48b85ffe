import "server-only";
import * as z from "zod";
import { brief } from "./read";
import { PermissionFlagsBits } from "discord-api-types/payloads/v10";
import SearchableMap from "minisearch/SearchableMap";
import { bitsOf } from "@/lib/shared/chat/bits";
import { permissionGroups } from "@/lib/shared/chat/permissions";

/** Maximum number of entries per list. */
const MOST = { bots: 1_000, guilds: 200, permissions: 100 };

const DECIMAL = "^[0-9]{1,20}$";

function wrongPermission(text: string): string {
  if (/^\s*\d+\s*$/.test(text))
    return "This number is too large: the largest set of permissions is 18446744073709551615.";
  const near = nearestPermission(text);
  const words = near === undefined ? "docs/provisioning.md lists the names." : `Did you mean ${near}?`;
  return `There is no permission "${brief(text)}". ${words}`;
}

/**
 * A permission's name, a number, or a list of names and numbers. The output is one set of bits. Numbers in
 * the input are strings (`read.ts`).
 */
const permissions = z
  .unknown()
  .meta({
    description:
      "Names such as MANAGE_GUILD, ManageGuild or Manage guild, or a number. 0 means none, 8 means Administrator.",
    anyOf: [
      { type: "string" },
      { type: "integer", minimum: 0 },
      {
        type: "array",
        maxItems: MOST.permissions,
        items: { anyOf: [{ type: "string" }, { type: "integer", minimum: 0 }] },
      },
    ],
  })
  .transform((value, context): bigint => {
    const list = Array.isArray(value) ? (value as unknown[]) : [value];
    const fault = (message: string, at: number) =>
      context.issues.push({
        code: "custom",
        message,
        input: value,
        path: Array.isArray(value) && at >= 0 ? [at] : [],
      });
    if (list.length > MOST.permissions)
      fault(`List at most ${MOST.permissions} permissions, or write them as one number.`, -1);
    let set = 0n;
    for (const [at, item] of list.slice(0, MOST.permissions).entries()) {
      const named = typeof item === "string" ? permissionsNamed(item) : null;
      if (named !== null) set |= named;
      else
        fault(
          typeof item === "string"
            ? wrongPermission(item)
            : "List permissions by name, or write them as one number.",
          at,
        );
    }
    return set;
  });

const text = (noun: string) =>
  z.string({
    error: ({ input }) =>
      input === undefined || input === null ? `Add ${noun}.` : `This must be text: put ${noun} in quotes.`,
  });

const id = z
  .string("Write the id as the panel shows it.")
  .regex(/^[1-9]\d{0,18}$/, "An id is up to 19 digits. Copy it from the panel or the client.");

export const guildSchema = z.strictObject({
  guild: text("the guild's name or id")
    .regex(/\S/, "Add the guild's name or id.")
    .meta({ description: "Name or id of the guild" }),
  permissions: permissions.optional(),
});

export const botSchema = z.strictObject({
  name: text("a name")
    .regex(/\S/, "Add a name.")
    .meta({ description: "Identifies the bot among the owner's bots" }),
  id: id
    .optional()
    .meta({ description: "Identifies the bot by id instead of by name, so that the document can rename it" }),
  description: text("a description").optional(),
  public: z
    .boolean("Write true or false, without quotes.")
    .optional()
    .meta({ description: "Whether others may add the bot to their guilds" }),
  guilds: z
    .array(guildSchema, 'List the guilds in brackets: [{ "guild": "NAME" }]')
    .max(MOST.guilds, `List at most ${MOST.guilds} guilds for one bot.`)
    .optional(),
});

export const documentSchema = z.strictObject({
  owner: text("the owner's username").optional().meta({ description: "The operator who owns the bots" }),
  bots: z
    .array(botSchema, 'List the bots in brackets: [{ "name": "NAME" }]')
    .max(MOST.bots, `List at most ${MOST.bots} bots. Split the document into several.`),
});

export function documentJsonSchema(): Record<string, unknown> {
  const schema = z.toJSONSchema(documentSchema, {
    io: "input",
    override({ jsonSchema, path }) {
      // The parser reads all values as text, so an id may be written without quotes.
      if (path.at(-1) === "id") Object.assign(jsonSchema, { type: ["string", "integer"], pattern: DECIMAL });
    },
  });
  return { title: "Bots of an instance", ...schema };
}

/** Maximum length (characters) of a text that is compared with permission names. All names are shorter. */
const LONGEST = 64;
const MOST_ERRORS = 3;

const keyOf = (name: string) => name.toLowerCase().replace(/[\s_-]/g, "");

/**
 * All permissions by key. A key is a permission's name in libraries or its label in the panel. If two
 * permissions share a key, the name in libraries takes precedence.
 */
const names: ReadonlyMap<string, { bit: bigint; name: string }> = new Map([
  ...permissionGroups.flatMap(({ permissions }) =>
    permissions.map(({ label, bit, name }) => [keyOf(label), { bit, name }] as const),
  ),
  ...Object.entries(PermissionFlagsBits).map(([name, bit]) => [keyOf(name), { bit, name }] as const),
]);
const similar = SearchableMap.from<string>([...names].map(([key, { name }]) => [key, name]));

/**
 * Parses a name (MANAGE_GUILD, ManageGuild or "Manage guild") or an unsigned 64-bit decimal number into a set of
 * permissions. Returns null for any other text.
 */
export function permissionsNamed(text: string): bigint | null {
  if (text.length > LONGEST) return null;
  return bitsOf(text) ?? names.get(keyOf(text))?.bit ?? null;
}

export function nearestPermission(text: string): string | undefined {
  if (text.length > LONGEST) return undefined;
  const near = [...similar.fuzzyGet(keyOf(text), MOST_ERRORS).values()];
  return near.toSorted(([, left], [, right]) => left - right)[0]?.[0];
}
