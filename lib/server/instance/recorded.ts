import "server-only";
import type { Author } from "@/lib/shared/author";
import { audited } from "@/lib/server/audit";
import { type Db, db, type Tx } from "@/lib/server/db";

type Detail = { [name: string]: unknown };

interface Change {
  /** The action's name in the audit log, such as `bot.edit`. */
  action: string;
  /** The type of the changed object. It is also the key of the object's id in the entry's details. */
  to?: "application" | "guild" | "user";
  id?: string;
  /** The entry's target if the work fails. Needed if the object's name is known only from the result. */
  target?: string;
  detail?: Detail;
}

/**
 * Changes an instance, and writes an audit entry with the operator and the object's name.
 * @param describe returns the entry's content from the result
 */
export type Record = <T>(
  change: Change,
  work: () => Promise<T>,
  describe?: (result: T) => { target?: string; detail?: Detail },
) => Promise<T>;

/** Records changes under the actor's name. @param on default: the process's database */
export const recordAs =
  (actor: Author, on: Db | Tx = db()): Record =>
  (change, work, describe = () => ({})) => {
    const { action, to, id, target, detail } = change;
    const known = { ...(to !== undefined && id !== undefined && { [to]: id }), ...detail };
    const entry = { actor, action, detail: known, ...(target !== undefined && { target }) };
    return audited(on, entry, work, (result) => {
      const more = describe(result);
      return { target: more.target ?? target, detail: { ...known, ...more.detail } };
    });
  };

/** For callers that write no audit log, such as the command line. */
export const unrecorded: Record = (_, work) => work();
