import "server-only";
import { unrecognizedKeys } from "@/lib/shared/contract/values";
import type { Revision, RevisionFilter, RevisionPage, SettingChange } from "@/lib/shared/contract/history";
import { sectionOfAny } from "@/lib/shared/settings/editions";
import type { Context } from "../context";
import { toRevision } from "./history";
import { countRevisions, revisionAuthors, type RevisionRow, savedRevisions } from "./revision-store";

/**
 * How many versions one request looks through for those of a section. Person and date are columns of the database; what
 * a version changed is not, so it has to be read from the version and the one before.
 */
const deepest = 100;

interface Page extends RevisionFilter {
  limit: number;
  before?: number;
}

/** Kept versions that fit the filter, newest first. `next` goes on where this page ended. */
export async function listKept(
  context: Context,
  { limit, before, section, ...filter }: Page,
): Promise<RevisionPage> {
  const depth = section === undefined ? limit : deepest;
  const wanted = {
    author: filter.author,
    since: timeOf(filter.since),
    until: timeOf(filter.until),
  };
  const rows = await savedRevisions(context, { ...wanted, limit: depth + 1, before });
  const isWhole = Object.values(wanted).every((one) => one === undefined);
  const revisions: Revision[] = [];
  let searched = 0;
  for (const [index, row] of rows.slice(0, depth).entries()) {
    if (revisions.length === limit) break;
    const previous = isWhole ? rows[index + 1] : await predecessor(context, row);
    const revision = await toRevision(context, row, previous);
    searched += 1;
    // Settings come first in the list, so what it leaves out are unrecognized keys, of which it has some then.
    if (section === undefined || revision.changes?.some((change) => isIn(section, change)))
      revisions.push(revision);
  }
  const next = rows.length > searched ? (rows[searched - 1]?.id ?? null) : null;
  const [total, authors] = await Promise.all([countRevisions(context), revisionAuthors(context)]);
  return { revisions, total, searched, next, authors };
}

const timeOf = (at: string | undefined): number | undefined =>
  at === undefined ? undefined : Date.parse(at);

async function predecessor(context: Context, { id }: RevisionRow): Promise<RevisionRow | undefined> {
  const [previous] = await savedRevisions(context, { limit: 1, before: id });
  return previous;
}

function isIn(section: string, { path, known }: SettingChange): boolean {
  return known ? sectionOfAny(path)?.id === section : section === unrecognizedKeys;
}
