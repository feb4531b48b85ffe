import "server-only";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { recordAudit } from "@/lib/server/audit";
import { runningVersions } from "./running-versions";
import { keepKnown, unpacked } from "@/lib/server/rollout/known-version";
import type { Drive } from "./drive";
import type { ApplyRow } from "./store";
import { loadedBy } from "./ways";

/** The author of a version that the panel puts back by itself. */
const author = "system";

/** The instance is up with the version: from now on it is the one to go back to. */
export async function confirmed(drive: Drive, row: ApplyRow): Promise<ApplyRow> {
  const now = (await runningVersions.isStill(row.etag)) ? await runningVersions.now() : null;
  const version = now ?? { etag: row.etag, bytes: await runningVersions.bytesOf(row.etag) };
  await keepKnown(drive.db, version, { by: "applied", loaded: loadedBy(row) });
  return drive.advance(row.id, { state: "confirmed" });
}

/** Ends with the file as it is: nothing was taken back. */
const leftAsIs = (drive: Drive, id: number, reason: string): Promise<ApplyRow> =>
  drive.advance(id, { state: "failed", reason, taken_back: "[]" });

/** Goes back to the version that ran well, where one is known, unless an operator keeps the new one. */
export async function failing(drive: Drive, row: ApplyRow, reason: string): Promise<ApplyRow> {
  const { from_etag, etag, id } = row;
  const { keep } = await drive.renew(id);
  if (keep === 1) return drive.advance(id, { state: "kept", reason });
  if (env().instanceReload.length === 0) {
    return leftAsIs(drive, id, `${reason} The file was left as it is.`);
  }
  if (from_etag === null) {
    return leftAsIs(
      drive,
      id,
      `${reason} No version is known that the instance ran well with, so nothing was put back. Restore one from the history and apply it.`,
    );
  }
  if (from_etag === etag) {
    return leftAsIs(
      drive,
      id,
      `${reason} The file is the version that the instance last ran well with, so there is nothing to go back to. See the instance's own log.`,
    );
  }
  return drive.advance(id, { state: "rolling-back", reason, checks: "[]", deadline: null });
}

/** Puts the last version back into the file, unless that would lose what somebody has changed meanwhile. */
export async function puttingBack(drive: Drive, row: ApplyRow): Promise<ApplyRow> {
  const { from_etag, from_content, etag, id } = row;
  if (from_etag === null || from_content === null) return failing(drive, row, row.reason ?? "");
  const note = `Rolled back: the instance did not come up with version ${row.revision ?? etag.slice(0, 8)}`;
  try {
    const bytes = await unpacked(from_content);
    await runningVersions.putBack({ applied: etag, version: { etag: from_etag, bytes }, author, note });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "unavailable") throw error;
    return leftAsIs(drive, id, `${row.reason ?? ""} ${error.message}`);
  }
  const detail = { apply: id, reason: (row.reason ?? "").slice(0, 500) };
  const entry = { actor: author, action: "running.roll-back", target: from_etag, detail };
  await recordAudit(drive.db, { ...entry, origin: { address: null, browser: null } });
  return drive.advance(id, { state: "reapplying" });
}

/** The instance is up again with the version that was put back. */
export async function confirmedOld(drive: Drive, row: ApplyRow): Promise<ApplyRow> {
  const version = await runningVersions.now().catch(() => null);
  if (version) await keepKnown(drive.db, version, { by: "applied", loaded: loadedBy(row) });
  return drive.advance(row.id, { state: "rolled-back" });
}
