import "server-only";
import { writeSync } from "node:fs";
import { configFile } from "@/lib/server/config-file";
import { runningVersions } from "@/lib/server/rollout/running-versions";
import { db, migrate } from "@/lib/server/db";
import { offerDrafts } from "@/lib/server/rollout/drafts";
import { driveApply } from "@/lib/server/rollout/drive";
import type { ApplyNotice, PlanNotice } from "@/lib/server/rollout/notice";
import { planApply, runPlan } from "@/lib/server/rollout/plan";
import { readPlan } from "@/lib/server/rollout/plan-store";
import { createApply } from "@/lib/server/rollout/create";
import { activeApply, applyById, lastApply, setAnswer } from "@/lib/server/rollout/store";
import type { ApplyAnswer } from "@/lib/shared/contract/values";
import { viewOf } from "@/lib/server/rollout/view";
import { readRunning } from "@/lib/server/rollout/report";

/*
 * A panel process that applies the file, or continues an apply that another process has left. It prints "ended
 * STATE" and its notifications. With KILL_AT it kills itself as soon as that state is in the database. ANSWER is
 * an operator's decision as soon as the apply asks. With DRAFTS it prints the unsaved changes that the last
 * rollback offers to the operator with that name. With PLANNED it plans an apply for a minute later, unless one is
 * planned, and does the work of a replica this many ms from now.
 */

const { KILL_AT, ANSWER, DRAFTS, PLANNED } = process.env;
const leaseMs = 300;
const lookEvery = 500;
const stopsWithin = 2_000;

async function main(): Promise<void> {
  await migrate(db());
  await configFile().prepare();
  if (DRAFTS !== undefined) {
    const { operations } = await offerDrafts(db(), (await lastApply(db()))?.id ?? 0, DRAFTS);
    return say(`drafts ${JSON.stringify(operations)}`);
  }
  if (PLANNED !== undefined) {
    if ((await readPlan(db())) === null)
      await planApply(db(), { at: Date.now() + 60_000, actor: "keeper" }).then(({ at }) =>
        say(`planned ${at}`),
      );
    await runPlan(db(), notify, Date.now() + Number(PLANNED));
  }
  const left = await activeApply(db());
  if (PLANNED !== undefined && !left) return say("ended without an apply");
  const id = left?.id ?? (await begin());
  for (;;) {
    const row = await applyById(db(), id);
    if (row && row.ended_at !== null) {
      say(`view ${JSON.stringify(viewOf(row))}`);
      return say(`ended ${row.state}`);
    }
    await driveApply(db(), id, { leaseMs, lookEvery, stopsWithin, notify, reached: reachedBy(id) });
    // While the claim of the dead process has not expired, there is nothing to run.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function begin(): Promise<number> {
  await readRunning(db());
  const { etag } = await runningVersions.now();
  return createApply(db(), { etag, actor: "keeper" });
}

async function notify(notice: ApplyNotice | PlanNotice): Promise<void> {
  say(`notice ${JSON.stringify(notice)}`);
}

const reachedBy = (id: number) => (state: string) => {
  if (state === KILL_AT) process.kill(process.pid, "SIGKILL");
  if (ANSWER !== undefined && (state === "asking" || state === "contested"))
    void setAnswer(db(), id, ANSWER as ApplyAnswer);
};

// A single synchronous write, so that nothing is lost at the end.
const say = (line: string) => void writeSync(1, `${line}\n`);

void main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
