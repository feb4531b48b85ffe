import "server-only";
import { configFile, db, theRooms } from "@/testing/rooms";
import { writeSync } from "node:fs";
import { migrate } from "@/lib/server/db";
import { offerDrafts, viewOf } from "@/lib/server/apply/views";
import { type ApplyNotice, driveApply, type PlanNotice } from "@/lib/server/apply/drive";
import { planApply, runPlan } from "@/lib/server/apply/plan";
import { readPlan } from "@/lib/server/apply/plan-store";
import { createApply } from "@/lib/server/apply/create";
import { activeApply, applyById, lastApply, setAnswer } from "@/lib/server/apply/store";
import type { ApplyAnswer } from "@/lib/shared/contract/values";

/*
 * A panel process that starts an apply, or continues another process's apply. It prints "ended STATE" and its
 * notifications. Environment variables:
 * - KILL_AT: the process kills itself when this state is in the database
 * - ANSWER: the operator's answer when the apply asks for a decision
 * - DRAFTS: an operator; the process prints only the unsaved changes that the last rollback offers to them
 * - PLANNED (ms): the process plans an apply for one minute later, unless an apply is already planned. Then
 *   it runs the plan with a simulated clock that is PLANNED ms ahead, and starts the apply if it is due.
 */

const { KILL_AT, ANSWER, DRAFTS, PLANNED } = process.env;
const leaseMs = 300;
const lookEvery = 500;

async function main(): Promise<void> {
  await migrate(db());
  await configFile().prepare();
  if (DRAFTS !== undefined) {
    const { operations } = await offerDrafts(
      theRooms().applyRoom,
      (await lastApply(theRooms().applyRoom))?.id ?? 0,
      DRAFTS,
    );
    return say(`drafts ${JSON.stringify(operations)}`);
  }
  if (PLANNED !== undefined) {
    if ((await readPlan(theRooms().applyRoom)) === null)
      await planApply(theRooms().applyRoom, {
        at: Date.now() + 6e4,
        etag: (await configFile().read()).etag,
        actor: "keeper",
        planner: "operator 1",
        role: "editor",
      }).then(({ at }) => say(`planned ${at}`));
    await runPlan(theRooms().applyRoom, notify, async () => "editor", Date.now() + Number(PLANNED));
  }
  const left = await activeApply(theRooms().applyRoom);
  if (PLANNED !== undefined && !left) return say("ended without an apply");
  const id = left?.id ?? (await begin());
  for (;;) {
    const row = await applyById(theRooms().applyRoom, id);
    if (row && row.ended_at !== null) {
      say(`view ${JSON.stringify(viewOf(row, Date.now()))}`);
      return say(`ended ${row.state}`);
    }
    await driveApply(theRooms().applyRoom, id, { leaseMs, lookEvery, notify, reached: reachedBy(id) });
    // The dead process's claim on the apply has not expired yet, so this process cannot continue the apply.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function begin(): Promise<number> {
  await theRooms().applies.readRunning();
  const { etag } = await theRooms().known.versions.now();
  return createApply(theRooms().applyRoom, { etag, actor: "keeper" });
}

async function notify(notice: ApplyNotice | PlanNotice): Promise<void> {
  say(`notice ${JSON.stringify(notice)}`);
}

const reachedBy = (id: number) => (state: string) => {
  if (state === KILL_AT) process.kill(process.pid, "SIGKILL");
  if (ANSWER !== undefined && (state === "asking" || state === "contested"))
    void setAnswer(theRooms().applyRoom, id, ANSWER as ApplyAnswer);
};

// Writes synchronously, so that the line is not lost when the process ends.
const say = (line: string) => void writeSync(1, `${line}\n`);

void main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
