import "server-only";
import { unrecognizedKeys } from "@/lib/shared/contract/values";
import type {
  Revision,
  RevisionFilter,
  RevisionPage,
  SettingChange,
  SettingHistory,
} from "@/lib/shared/contract/history";
import { sectionOfAny } from "@/lib/shared/settings/editions";
import type { OpenFile } from "../open-file";
import { toRevision } from "./history";
import { countRevisions, revisionAuthors, type RevisionRow, savedRevisions } from "./revision-store";

/**
 * How many versions one request searches for changes in a section. This filter needs a limit, because changes are not
 * stored: they are computed from a version and the previous one.
 */
const deepest = 100;

interface Page extends RevisionFilter {
  limit: number;
  before?: number;
}

/** A page of stored versions that match the filter, newest first. Pass `next` as `before` to get the following page. */
export async function listKept(
  config: OpenFile,
  { limit, before, section, ...filter }: Page,
): Promise<RevisionPage> {
  const depth = section === undefined ? limit : deepest;
  const wanted = {
    author: filter.author,
    since: timeOf(filter.since),
    until: timeOf(filter.until),
  };
  const rows = await savedRevisions(config, { ...wanted, limit: depth + 1, before });
  const isWhole = Object.values(wanted).every((one) => one === undefined);
  const revisions: Revision[] = [];
  let searched = 0;
  for (const [index, row] of rows.slice(0, depth).entries()) {
    if (revisions.length === limit) break;
    const previous = isWhole ? rows[index + 1] : await predecessor(config, row);
    const revision = await toRevision(config, row, previous);
    searched += 1;
    // The list of changes may be incomplete, but settings come first, so only unrecognized keys are missing.
    if (section === undefined || revision.changes?.some((change) => isIn(section, change)))
      revisions.push(revision);
  }
  const next = rows.length > searched ? (rows[searched - 1]?.id ?? null) : null;
  const [total, authors] = await Promise.all([countRevisions(config), revisionAuthors(config)]);
  return { revisions, total, searched, next, authors };
}

const timeOf = (at: string | undefined): number | undefined =>
  at === undefined ? undefined : Date.parse(at);

async function predecessor(config: OpenFile, { id }: RevisionRow): Promise<RevisionRow | undefined> {
  const [previous] = await savedRevisions(config, { limit: 1, before: id });
  return previous;
}

function isIn(section: string, { path, known }: SettingChange): boolean {
  return known ? sectionOfAny(path)?.id === section : section === unrecognizedKeys;
}

/** How many versions are searched. Each is parsed and compared with the previous one. */
const longest = 200;
const step = 50;

/** The newest versions that changed the value at `path`, newest first, redacted as in the full history. */
export async function historyOf(
  config: OpenFile,
  path: string,
  limit = Number.POSITIVE_INFINITY,
): Promise<SettingHistory> {
  const entries: SettingHistory["entries"] = [];
  // With a small limit, start with few versions, because the last change to a setting is often recent.
  const size = Math.min(step, 5 * limit);
  let searched = 0;
  let before: number | undefined;
  for (;;) {
    const { revisions, next, total } = await listKept(config, { limit: size, before });
    for (const { id, author, authorKind, note, at, changes } of revisions) {
      const change = changes?.find((one) => one.path === path);
      if (change) entries.push({ id, author, authorKind, note, at, change });
      searched += 1;
      if (entries.length === limit) return { path, entries, searched, total };
    }
    if (next === null || searched >= longest) return { path, entries, searched, total };
    before = next;
  }
}
