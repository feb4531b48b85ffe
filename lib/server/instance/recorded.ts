import "server-only";
import type { Author } from "@/lib/shared/author";
import { audited } from "@/lib/server/audit";
import { db } from "@/lib/server/db";

type Detail = { [name: string]: unknown };

interface Change {
  /** The action's name in the audit log: `bot.edit`. */
  action: string;
  /** The kind of the action's object. The entry's details contain its id under this name. */
  to?: "application" | "guild" | "user";
  id?: string;
  /** The target that is known in advance, if only the result has the object's name. */
  target?: string;
  detail?: Detail;
}

/**
 * Does work on an instance and records who did it, under the object's name.
 * @param describe returns the entry's content from the result
 */
export type Record = <T>(
  change: Change,
  work: () => Promise<T>,
  describe?: (result: T) => { target?: string; detail?: Detail },
) => Promise<T>;

/** @param actor the operator, for the audit log */
export const recordAs =
  (actor: Author): Record =>
  (change, work, describe) =>
    recorded(actor, change, work, describe);

/** For programs without an audit log. */
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
