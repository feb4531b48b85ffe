import "server-only";
import type { ApplyCheck } from "@/lib/shared/contract/running";
import type { Preflight } from "@/lib/shared/contract/checks";
import { rollBackOrFail, failUnchanged } from "./outcomes";
import { unpacked } from "./known-version";
import { lookBeforehand, settingsOf } from "./look";
import { preflight } from "./preflight";
import { Output } from "./output";
import { type Reloaded, reloadInstance, wayNow } from "./reload";
import { runningVersions } from "./running-versions";
import type { ApplyRow, Drive } from "./store";
import { stepsIn } from "./applies";
import { Witness } from "./witness";

const outputStoredEveryMs = 300;

const checksLimitMs = 10_000;

/**
 * Returns the version that the instance ran when the apply was created. If this version is unknown, returns the
 * applied version.
 */
const runningBytes = (row: ApplyRow): Promise<Buffer> =>
  row.from_content ? unpacked(row.from_content) : runningVersions.bytesOf(row.etag);

/** Checks the instance before it reloads. Later checks ignore parts that were already down. */
export async function lookBefore(drive: Drive, row: ApplyRow): Promise<ApplyRow> {
  const version = await runningVersions.bytesOf(row.etag);
  const running = await runningBytes(row);
  const signal = AbortSignal.timeout(checksLimitMs);
  const [found, checked] = await Promise.all([
    lookBeforehand({ version, running }, signal),
    preflight(drive.db, { version, signal }),
  ]);
  const [baseline, findings] = [JSON.stringify(found), JSON.stringify(checked)];
  // A planned apply starts without an operator who could choose "Apply anyway".
  if (row.planned_at !== null && checked.level === "red") {
    await drive.advance(row.id, { baseline, preflight: findings, checks: baseline });
    return failUnchanged(
      drive,
      row.id,
      `${redIn(checked)} The planned apply was canceled, and nothing was restarted.`,
    );
  }
  return drive.advance(row.id, { state: "applying", baseline, preflight: findings, checks: baseline });
}

const redIn = ({ parts }: Preflight): string =>
  parts
    .flatMap(({ title, findings }) =>
      findings.filter(({ level }) => level === "red").map(({ message }) => `${title}: ${message}`),
    )
    .join(" ");

export async function reloadWithNewVersion(drive: Drive, row: ApplyRow): Promise<ApplyRow> {
  const witness = await Witness.open(await settingsOf(await runningBytes(row)));
  drive.hasSeenEnd = witness.hasSeenEnd;
  const sent = await sendReload(drive, row);
  if (sent.ok) return drive.advance(row.id, { state: "confirming", step: { isOk: true, note: sent.note } });
  witness.close();
  return sent.isUntouched
    ? failUnchanged(drive, row.id, `${sent.reason} Nothing was restarted, and the file was not changed.`)
    : rollBackOrFail(drive, row, sent.reason);
}

/**
 * Makes the instance load the restored version. A failed request does not end the rollback, because the
 * instance may still be running. The health checks that follow decide the outcome.
 */
export async function reloadWithOldVersion(drive: Drive, row: ApplyRow): Promise<ApplyRow> {
  const sent: Reloaded = hasNotEnded(row)
    ? {
        ok: true,
        note: "The instance was not asked to stop again, because it did not stop at the first request.",
      }
    : await sendReload(drive, row);
  const note = sent.ok ? sent.note : sent.reason;
  return drive.advance(row.id, { state: "reconfirming", step: { isOk: sent.ok, note } });
}

/** Whether every check since the stop request found the API's old process still running. */
function hasNotEnded(row: ApplyRow): boolean {
  if (row.stop_sent_at === null) return false;
  const looked = stepsIn(row).filter(({ state }) => state === "confirming" || state === "asking");
  const isEndSeen = ({ name, isUp, hasRestarted }: ApplyCheck) =>
    name === "api" && (!isUp || hasRestarted === true);
  return !looked.some(({ checks }) => checks.some(isEndSeen));
}

/** Reloads the instance. If a command does this, stores the command's output while it runs. */
async function sendReload(drive: Drive, row: ApplyRow): Promise<Reloaded> {
  const reload = wayNow(row.way);
  if (reload?.way === "api") {
    const since = stepsIn(row).at(-1)?.at ?? 0;
    // An earlier panel process was killed after it stored this request, so the request may have been sent.
    if (row.stop_sent_at !== null && row.stop_sent_at >= since)
      return { ok: true, note: "The instance was asked to stop." };
    await drive.advance(row.id, { stop_sent_at: Date.now() });
  }
  const output = await Output.begin(row.output);
  let written = row.output;
  const write = async (isEnded: boolean) => {
    const text = output.toString({ isEnded });
    if (text === written) return;
    written = text;
    await drive.advance(row.id, { output: text });
  };
  const timer = setInterval(() => void write(false).catch(() => undefined), outputStoredEveryMs);
  try {
    const sent = await reloadInstance(reload, (text) => output.add(text));
    if (sent.ok && sent.isSent === false) await drive.advance(row.id, { stop_sent_at: null });
    return sent;
  } finally {
    clearInterval(timer);
    await write(true);
  }
}
