import "server-only";
import { authorWords } from "@/lib/shared/author";
import { AppError } from "@/lib/errors";
import { listAudit } from "@/lib/server/audit";
import type { Instance } from "@/lib/server/instance";
import type { Rooms } from "@/lib/server/rooms";
import { actionWords } from "@/lib/shared/audit-actions";
import { type FoundObject, searchRoutes } from "@/lib/shared/contract/search";
import { handlers } from "./handlers";

const mostPerKind = 5;

type Candidate = Omit<FoundObject, "exactness" | "detail"> & {
  detail?: string | null;
  /** Other names of the object. A match of one of these names is as exact as a match of the title. */
  names?: readonly string[];
};

const iso = (at: number): string => new Date(at).toISOString();
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function exactnessOf(typed: string, { id, title, names = [] }: Candidate): 1 | 2 | 3 {
  const all = [id, title, ...names];
  if (all.some((name) => name.toLowerCase() === typed.toLowerCase())) return 3;
  const words = wordsOf(typed);
  const isBegun = (name: string) =>
    words.every((word) => wordsOf(name).some((whole) => whole.startsWith(word)));
  return words.length > 0 && all.some(isBegun) ? 2 : 1;
}

function ranked(typed: string, candidates: readonly Candidate[]): FoundObject[] {
  return candidates
    .map((candidate) => {
      const { kind, id, title, detail = null, at } = candidate;
      return { kind, id, title, detail, at, exactness: exactnessOf(typed, candidate) };
    })
    .toSorted((a, b) => b.exactness - a.exactness || (b.at ?? "").localeCompare(a.at ?? ""));
}

/** Returns no results if the instance does not offer the list, or no account is connected. */
async function offered(find: () => Promise<Candidate[]>): Promise<Candidate[]> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

const sources = (
  { db, config, operators }: Pick<Rooms, "db" | "config" | "operators">,
  q: string,
  instance: () => Promise<Instance>,
): Promise<Candidate[]>[] => [
  offered(async () => {
    const { bots } = await (await instance()).bots.page({ search: q });
    return bots.map(({ id, name, owner, createdAt: at }) => ({
      kind: "bot",
      id,
      title: name,
      detail: owner && `of ${owner.username}`,
      at,
    }));
  }),
  offered(async () => {
    const { guilds } = await (await instance()).guilds.page({ search: q });
    return guilds.map(({ id, name }) => ({ kind: "guild", id, title: name, at: null }));
  }),
  offered(async () => {
    const { users } = await (await instance()).users.page({ search: q });
    return users.map(({ id, username, createdAt: at }) => ({ kind: "user", id, title: username, at }));
  }),
  operators.listOperators().then((all) =>
    all
      .filter(({ username }) => username.toLowerCase().includes(q.toLowerCase()))
      .map(({ id, username, role, createdAt }) => ({
        kind: "operator",
        id: String(id),
        title: username,
        detail: role,
        at: iso(createdAt),
      })),
  ),
  config.history.find({ search: q, limit: mostPerKind }).then((versions) =>
    versions.map(({ id, author, authorKind, note, createdAt }) => ({
      kind: "version",
      id: String(id),
      title: `Version ${id}`,
      detail: [authorWords({ kind: authorKind, name: author }), note].filter(Boolean).join(": "),
      at: iso(createdAt),
      names: [`#${id}`],
    })),
  ),
  listAudit(db, { search: q, limit: mostPerKind }).then((entries) =>
    entries.map(({ id, at, actor, actorKind, action, target }) => ({
      kind: "audit",
      id: String(id),
      title: actionWords(action),
      // The target of a save is the hash of the file's text, which is meaningless to people.
      detail: [
        authorWords({ kind: actorKind, name: actor }),
        /^[\da-f]{64}$/.test(target ?? "") ? null : target,
      ]
        .filter(Boolean)
        .join(", "),
      at: iso(at),
      names: [action],
    })),
  ),
];

export const search = handlers(searchRoutes, (rooms) => ({
  async searchObjects({ query: { q }, instance }) {
    const results = await Promise.all(sources(rooms, q, instance));
    const best = results.flatMap((candidates) => ranked(q, candidates).slice(0, mostPerKind));
    return best.toSorted((a, b) => b.exactness - a.exactness);
  },
}));
