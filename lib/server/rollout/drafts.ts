import "server-only";
import type { Operation } from "@/lib/shared/contract/config-snapshot";
import type { RolledBackDrafts } from "@/lib/shared/contract/running";
import type { Db } from "@/lib/server/db";
import { runningVersions } from "./running-versions";
import { takeDrafts } from "./store";
import { viewOf } from "./view";

/**
 * Returns the settings that a rollback removed from the file, so that the browser of the operator who started the
 * apply can offer them as unsaved changes. Only the first call returns them. Secrets and settings that were saved
 * since the rollback are excluded.
 */
export async function offerDrafts(db: Db, id: number, operator: string): Promise<RolledBackDrafts> {
  const row = await takeDrafts(db, id, operator);
  if (!row || row.back_etag === null) return { operations: [] };
  const { takenBack } = viewOf(row);
  const open = takenBack.filter(({ known, secret }) => known && secret === undefined);
  const untouched = await runningVersions.unchangedSince(
    row.back_etag,
    open.map(({ path }) => path),
  );
  const operations = open
    .filter(({ path }) => untouched.includes(path))
    .map(({ path, after }): Operation =>
      after === null ? { op: "unset", path } : { op: "set", path, value: after },
    );
  return { operations };
}
