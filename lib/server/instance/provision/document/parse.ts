import "server-only";
import type { z } from "zod";
import { isObject } from "@/lib/shared/json/value";
import { type DocumentProblem, type Path, type ReadDocument, readDocument } from "./read";
import { botSchema, documentSchema, guildSchema } from "./schema";

export interface WantedGuild {
  guild: string;
  /** If undefined, a member's permissions are unchanged, and a new member gets none. */
  permissions?: bigint;
  path: Path;
}

/** A bot as the document describes it. Undefined fields leave the bot's current values unchanged. */
export interface WantedBot {
  name: string;
  id?: string;
  description?: string;
  public?: boolean;
  guilds: WantedGuild[];
  path: Path;
}

export interface ParsedDocument {
  owner?: string;
  bots: WantedBot[];
  problems: DocumentProblem[];
  problemAt: ReadDocument["problemAt"];
}

const known: Readonly<Record<string, z.ZodObject>> = {
  document: documentSchema,
  bots: botSchema,
  guilds: guildSchema,
};

function unknownKey(path: Path, key: string): string {
  const list = path.findLast((part) => typeof part === "string") ?? "document";
  const keys = Object.keys(known[String(list)]?.shape ?? {});
  return `There is no key "${key}" here. Use ${keys.join(", ")}.`;
}

function problemsOf({ issues }: z.ZodError, from: Path, read: ReadDocument): DocumentProblem[] {
  return issues.flatMap((issue) => {
    const path = [...from, ...(issue.path as (string | number)[])];
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => read.problemAtKey([...path, key], unknownKey(path, key.slice(0, 60))));
    const isGroup = issue.code === "invalid_type" && issue.expected === "object";
    return [
      read.problemAt(
        path,
        isGroup ? 'Write keys and values here, such as { "name": "Harbor" }.' : issue.message,
      ),
    ];
  });
}

const itemsOf = (value: unknown, key: string): unknown[] => {
  const list = memberOf(value, key);
  return Array.isArray(list) ? (list as unknown[]) : [];
};

const memberOf = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined);

const guildsOf = (bot: unknown, path: Path): WantedGuild[] =>
  itemsOf(bot, "guilds").flatMap((item, at) => {
    const guild = guildSchema.shape.guild.safeParse(memberOf(item, "guild"));
    const permissions = guildSchema.shape.permissions.safeParse(memberOf(item, "permissions"));
    return guild.success
      ? [{ guild: guild.data, permissions: permissions.data, path: [...path, "guilds", at] }]
      : [];
  });

/** Includes bots with other mistakes, so that one run reports all mistakes. */
const botsOf = (value: unknown): WantedBot[] =>
  itemsOf(value, "bots").flatMap((item, at) => {
    const path: Path = ["bots", at];
    const whole = botSchema.safeParse(item);
    const guilds = guildsOf(item, path);
    if (whole.success) return [{ ...whole.data, guilds, path }];
    const { shape } = botSchema;
    const name = shape.name.safeParse(memberOf(item, "name"));
    const id = shape.id.safeParse(memberOf(item, "id"));
    return name.success ? [{ name: name.data, ...(id.data && { id: id.data }), guilds, path }] : [];
  });

/**
 * Parses a JSON document (docs/provisioning.md). `problems` contains the mistakes that can be found
 * without the instance. `planFor` finds the rest.
 * @param further keys of a request that contains a document, which the document itself must not have
 * @throws AppError `body-too-large`
 */
export function parseDocument(text: string, further: readonly string[] = []): ParsedDocument {
  const read = readDocument(text);
  const { problemAt } = read;
  if (typeof read.value !== "object" || read.value === null) {
    const words = 'The document is empty. Start it with { "bots": [] } and list the bots.';
    return {
      bots: [],
      problems: read.problems.length > 0 ? read.problems : [problemAt([], words)],
      problemAt,
    };
  }
  const documentEntries = Object.fromEntries(
    Object.entries(read.value).filter(([key]) => !further.includes(key)),
  );
  const parsed = documentSchema.safeParse(Array.isArray(read.value) ? read.value : documentEntries);
  const problems = [...read.problems, ...(parsed.success ? [] : problemsOf(parsed.error, [], read))];
  return {
    owner: documentSchema.shape.owner.safeParse(memberOf(read.value, "owner")).data,
    bots: botsOf(read.value),
    problems,
    problemAt,
  };
}
