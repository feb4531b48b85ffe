import "server-only";
import { setImmediate } from "node:timers/promises";
import type {
  Revision,
  RevisionComparison,
  RevisionDetail,
  RevisionFilter,
  RevisionHead,
  RevisionPage,
  SettingChange,
  SettingHistory,
} from "@/lib/shared/contract/history";
import { unrecognizedKeys } from "@/lib/shared/contract/values";
import { sectionOfAny, settingOfAny } from "@/lib/shared/settings/editions";
import { describeValue } from "@/lib/shared/settings/wording";
import { type Listed, listedChanges, maskedPair } from "./changes";
import { type OpenFile, readAndRecord } from "./open-file";
import { contradictionsBetween } from "./contradictions";
import type { RevisionRow } from "./records";
import { maskSecrets } from "./secrets";

/** @param previous the version right before it; undefined for the oldest version */
async function toRevision(
  config: OpenFile,
  row: RevisionRow,
  previous: RevisionRow | undefined,
): Promise<Revision> {
  const changes = previous ? await changesOf(config, previous, row) : { changes: null };
  return { ...headOf(row), ...changes };
}

/** Remembered, because comparing large versions is slow. */
async function changesOf(config: OpenFile, previous: RevisionRow, row: RevisionRow): Promise<Listed> {
  const {
    records,
    state: { changes },
  } = config;
  const key = `${previous.etag} ${row.etag}`;
  const known = changes.get(key);
  if (known) return known;
  await setImmediate();
  const [before, after] = [await records.version(previous), await records.version(row)];
  return changes.set(key, listedChanges(before, after));
}

/** @throws AppError `not-found` */
export async function describeVersion(config: OpenFile, id: number): Promise<RevisionDetail> {
  const current = await readAndRecord(config);
  const { records } = config;
  const row = await records.get(id);
  const previous = await records.before(row);
  const version = await records.version(row);
  const now = current.version;
  const restores = listedChanges(now ?? config.versions.lastGood, version);
  return {
    ...(await toRevision(config, row, previous)),
    newest: (await records.newest())?.id ?? id,
    older: previous?.id ?? null,
    newer: (await records.after(row))?.id ?? null,
    text: version ? maskSecrets(version).text : "",
    restores: restores.changes,
    moreRestores: restores.more,
    contradictions: now && version ? contradictionsBetween(now, version).map(({ message }) => message) : [],
  };
}

/** Maximum total length, in characters, of two texts that are shown side by side. */
const longestTexts = 512 * 1024;

/** @throws AppError `not-found` */
export async function compareVersions(
  { records }: OpenFile,
  from: number,
  to: number,
): Promise<RevisionComparison> {
  const [old, now] = await Promise.all([records.get(from), records.get(to)]);
  const [before, after] = [await records.version(old), await records.version(now)];
  const length = [before, after].reduce((sum, one) => sum + (one?.text.length ?? 0), 0);
  const texts = length > longestTexts ? null : maskedPair(before, after);
  return {
    from: headOf(old),
    to: headOf(now),
    ...listedChanges(before, after),
    texts: texts && { from: texts[0], to: texts[1] },
  };
}

export const headOf = ({ id, etag, author, authorKind, note, at }: RevisionRow): RevisionHead => ({
  id,
  etag,
  author,
  authorKind,
  note,
  at,
});

/**
 * How many versions one request searches for changes in a section. The search needs a limit, because changes
 * are not stored: they are computed from a version and the previous version.
 */
const deepest = 100;

export interface Page extends RevisionFilter {
  limit?: number;
  before?: number;
}

export async function listVersions(
  config: OpenFile,
  { limit = 20, before, section, search, ...filter }: Page = {},
): Promise<RevisionPage> {
  const isSearched = section !== undefined || search !== undefined;
  const depth = isSearched ? deepest : limit;
  const criteria = {
    author: filter.author,
    since: timeOf(filter.since),
    until: timeOf(filter.until),
  };
  const { records } = config;
  const rows = await records.find({ ...criteria, limit: depth + 1, before });
  const isWhole = Object.values(criteria).every((one) => one === undefined);
  const revisions: Revision[] = [];
  let searched = 0;
  for (const [index, row] of rows.slice(0, depth).entries()) {
    if (revisions.length === limit) break;
    const previous = isWhole ? rows[index + 1] : await records.before(row);
    const revision = await toRevision(config, row, previous);
    searched += 1;
    // The list of changes may be incomplete, but settings come first, so only unrecognized keys are missing.
    const isInSection = section === undefined || revision.changes?.some((change) => isIn(section, change));
    if (isInSection && (search === undefined || hasText(revision, search))) revisions.push(revision);
  }
  const next = rows.length > searched ? (rows[searched - 1]?.id ?? null) : null;
  const [total, authors] = await Promise.all([records.count(), records.authors()]);
  return { revisions, total, searched, next, authors };
}

const timeOf = (at: string | undefined): number | undefined =>
  at === undefined ? undefined : Date.parse(at);

/** Hidden secrets are never in it. */
function hasText({ id, author, note, changes }: Revision, search: string): boolean {
  const typed = search.trim().toLowerCase();
  const texts = (changes ?? []).flatMap(({ path, known, before, after }) => {
    const field = known ? settingOfAny(path) : undefined;
    const words = field ? [before, after].map((value) => describeValue(field, value)) : [];
    return [path, field?.label, ...words, JSON.stringify([before, after])];
  });
  return (
    [author, note, ...texts].some((text) => text?.toLowerCase().includes(typed)) ||
    [String(id), `version ${id}`].includes(typed)
  );
}

function isIn(section: string, { path, known }: SettingChange): boolean {
  return known ? sectionOfAny(path)?.id === section : section === unrecognizedKeys;
}

/** How many versions are searched. Each is parsed and compared with the previous one. */
const longest = 200;
const step = 50;

/** Returns the latest versions that changed the value at `path`, newest first, redacted as in the full history. */
export async function settingHistory(
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
    const { revisions, next, total } = await listVersions(config, { limit: size, before });
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
