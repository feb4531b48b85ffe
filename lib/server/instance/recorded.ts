import "server-only";
import type { Author } from "@/lib/shared/author";
import { audited } from "@/lib/server/audit";
import { db } from "@/lib/server/db";

type Detail = { [name: string]: unknown };

interface Change {
  /** As the audit names it: `bot.edit`. */
  action: string;
  /** What kind of thing it is done to; the entry's detail has its id under this name. */
  to?: "application" | "guild" | "user";
  id?: string;
  /** What is known before, if only the result names the thing. */
  target?: string;
  detail?: Detail;
}

/**
 * Does something to an instance and records who did it, under the name of the thing.
 * @param describe what the entry says, from the result
 */
export type Record = <T>(
  change: Change,
  work: () => Promise<T>,
  describe?: (result: T) => { target?: string; detail?: Detail },
) => Promise<T>;

/** @param actor the operator, as the audit names them */
export const recordAs =
  (actor: Author): Record =>
  (change, work, describe) =>
    recorded(actor, change, work, describe);

/** For programs that have no audit to write to. */
export const unrecorded: Record = (_, work) => work();

function recorded<T>(
  actor: Author,
  { action, to, id, target, detail }: Change,
  work: () => Promise<T>,
  describe: (result: T) => { target?: string; detail?: Detail } = () => ({}),
): Promise<T> {
  const known = { ...(to !== undefined && id !== undefined && { [to]: id }), ...detail };
  const entry = { actor, action, detail: known, ...(target !== undefined && { target }) };
  return audited(db(), entry, work, (result) => {
    const more = describe(result);
    return { target: more.target ?? target, detail: { ...known, ...more.detail } };
  });
}
