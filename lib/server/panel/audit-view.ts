import "server-only";
import { auditActors, auditPage } from "@/lib/server/audit";
import type { ConfigFile } from "@/lib/server/config-file";
import type { Db } from "@/lib/server/db";
import { type AuditFilter, auditFilter, type AuditPage, type AuditRecord } from "@/lib/shared/contract/audit";
import { editions } from "@/lib/shared/settings/editions";

const MOST_PATHS = 20;

export interface AuditPosition {
  before?: number | undefined;
  limit?: number | undefined;
}

/** Finds entries that match a filter. The search text also matches labels of settings. */
export const findEntries = (db: Db, filter: AuditFilter, page: AuditPosition) =>
  auditPage(db, { ...filter, ...page, orDetail: pathsLabeled(filter.search) });

function pathsLabeled(search: string | undefined): string[] {
  const typed = search?.toLowerCase() ?? "";
  if (typed.length < 3) return [];
  const paths = editions().flatMap(({ registry }) =>
    registry.fields.filter(({ label }) => label.toLowerCase().includes(typed)).map(({ path }) => path),
  );
  return [...new Set(paths)].slice(0, MOST_PATHS).map((path) => `"${path}"`);
}

export function auditFilterOf(query: Record<string, unknown>): AuditFilter {
  const { shape } = auditFilter;
  return {
    person: shape.person.safeParse(query.person).data,
    action: shape.action.safeParse(query.action).data,
    object: shape.object.safeParse(query.object).data,
    outcome: shape.outcome.safeParse(query.outcome).data,
    since: shape.since.safeParse(query.since).data,
    until: shape.until.safeParse(query.until).data,
    search: shape.search.safeParse(query.search).data,
  };
}

/** The data of the audit page. `people` are the actors in the log. */
export interface AuditView extends AuditPage {
  people: string[];
  /** Maps an entry's id to the number of the version whose etag is the entry's target. */
  versions: ReadonlyMap<number, number>;
  /** Names of the local instance's bots, guilds and users, by id. */
  names: ReadonlyMap<string, string>;
}

export async function auditView(
  { db, config }: { db: Db; config: Pick<ConfigFile, "history"> },
  filter: AuditFilter,
  before: number | undefined,
): Promise<AuditView> {
  const [page, people] = await Promise.all([findEntries(db, filter, { before }), auditActors(db)]);
  const [versions, names] = await Promise.all([
    versionsOf(config.history, page.entries),
    namesOf(db, page.entries),
  ]);
  return { ...page, people, versions, names };
}

const etag = /^[\da-f]{64}$/;

/**
 * Maps each entry's id to the number of the version that the entry saved. If several versions have the same
 * content, uses the version that was stored closest to the entry's time.
 */
async function versionsOf(
  history: ConfigFile["history"],
  entries: readonly AuditRecord[],
): Promise<Map<number, number>> {
  const saves = entries.filter(({ target }) => target !== null && etag.test(target));
  const sameEtag = await history.withEtags([...new Set(saves.map(({ target }) => target!))]);
  return new Map(
    saves.flatMap(({ id, at, target }) => {
      const same = sameEtag.filter((version) => version.etag === target);
      const distance = (version: { createdAt: number }) => Math.abs(version.createdAt - at);
      const [nearest] = same.toSorted((a, b) => distance(a) - distance(b));
      return nearest ? [[id, nearest.id]] : [];
    }),
  );
}

const snowflake = /^\d{15,20}$/;
const idsIn = ({ target, detail }: AuditRecord): string[] =>
  [target, ...Object.values(detail ?? {})].filter(
    (value): value is string => typeof value === "string" && snowflake.test(value),
  );

async function namesOf(db: Db, entries: readonly AuditRecord[]): Promise<Map<string, string>> {
  const ids = [...new Set(entries.flatMap(idsIn))];
  if (ids.length === 0) return new Map();
  const [bots, guilds, users] = await Promise.all([
    db.selectFrom("applications").select(["id", "name"]).where("id", "in", ids).execute(),
    db.selectFrom("guilds").select(["id", "name"]).where("id", "in", ids).execute(),
    db.selectFrom("users").select(["id", "username as name"]).where("id", "in", ids).execute(),
  ]);
  return new Map([...users, ...bots, ...guilds].map(({ id, name }) => [id, name]));
}
