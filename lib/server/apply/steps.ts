import "server-only";
import type { Preflight } from "@/lib/shared/contract/checks";
import { rollBackOrFail, failUnchanged } from "./outcomes";
import type { Reloaded } from "@/lib/server/reload";
import { lookBeforehand } from "./looks";
import { preflight } from "./preflight";
import type { ApplyRoom } from "./room";
import type { ApplyRow, Drive } from "./store";

const outputStoredEveryMs = 300;

const checksLimitMs = 10_000;

const runningBytes = async ({ known }: ApplyRoom, row: ApplyRow): Promise<Buffer> =>
  (await known.running())?.bytes ?? known.versions.bytesOf(row.etag);

/** Later checks ignore parts that were already down. */
export async function lookBefore(drive: Drive, row: ApplyRow): Promise<ApplyRow> {
  const { room } = drive;
  const version = await room.known.versions.bytesOf(row.etag);
  const running = await runningBytes(room, row);
  const signal = AbortSignal.timeout(checksLimitMs);
  const [found, checked, traffic] = await Promise.all([
    lookBeforehand(room, { version, running }, signal),
    preflight(room, { version, way: row.way, signal }),
    room.instance.traffic(await room.known.versions.settingsOf(running), signal),
  ]);
  const usual = JSON.stringify(traffic);
  const [baseline, findings] = [JSON.stringify(found), JSON.stringify(checked)];
  // A planned apply starts without an operator who could apply anyway.
  if (row.planned_at !== null && checked.level === "red") {
    await drive.advance(row.id, { baseline, preflight: findings, checks: baseline });
    return failUnchanged(
      drive,
      row.id,
      `${redIn(checked)} The planned apply was canceled, and nothing was restarted.`,
      { isUntouched: true },
    );
  }
  return drive.advance(row.id, {
    ...{ state: "applying", baseline, preflight: findings, checks: baseline, usual },
  });
}

const redIn = ({ parts }: Preflight): string =>
  parts
    .flatMap(({ title, findings }) =>
      findings.filter(({ level }) => level === "red").map(({ message }) => `${title}: ${message}`),
    )
    .join(" ");

export async function reloadWithNewVersion(drive: Drive, row: ApplyRow): Promise<ApplyRow> {
  const { known, instance } = drive.room;
  const connections = await instance.watch(
    await known.versions.settingsOf(await runningBytes(drive.room, row)),
  );
  drive.hasSeenEnd = connections.hasSeenEnd;
  let sent = await sendReload(drive, row);
  // Processes of the instance that start together may read a file that another one is writing, and exit.
  if (!sent.ok && !sent.isUntouched) sent = await sendReload(drive, await drive.renew(row.id));
  if (sent.ok) return drive.advance(row.id, { state: "confirming", step: { isOk: true, note: sent.note } });
  connections.close();
  return sent.isUntouched
    ? failUnchanged(drive, row.id, `${sent.reason} Nothing was restarted, and the file was not changed.`, {
        isUntouched: true,
      })
    : rollBackOrFail(drive, row, sent.reason);
}

/**
 * A failed request does not end the rollback, because the instance may still be running. The health checks
 * that follow decide the outcome.
 */
export async function reloadWithOldVersion(drive: Drive, row: ApplyRow): Promise<ApplyRow> {
  const sent = await sendReload(drive, row);
  const note = sent.ok ? sent.note : sent.reason;
  return drive.advance(row.id, { state: "reconfirming", step: { isOk: sent.ok, note } });
}

export async function sendReload(drive: Drive, row: ApplyRow): Promise<Reloaded> {
  const { reload } = drive.room;
  const output = await reload.output(row.output);
  let written = row.output;
  const write = async (isEnded: boolean) => {
    const text = output.toString({ isEnded });
    if (text === written) return;
    written = text;
    await drive.advance(row.id, { output: text });
  };
  const timer = setInterval(() => void write(false).catch(() => undefined), outputStoredEveryMs);
  try {
    return await reload.send(row.way, (text) => output.add(text));
  } finally {
    clearInterval(timer);
    await write(true);
  }
}
