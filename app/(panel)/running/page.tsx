import { setTimeout as after } from "node:timers/promises";
import type { Metadata } from "next";
import { RunningView } from "@/components/running/running-view";
import { requireOperator } from "@/app/session";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "Apply changes" };

/**
 * How long the server waits for the instance's report (ms). If the instance is slower, the browser requests
 * the report later.
 */
const waitMs = 300;

export default async function RunningPage() {
  const { username } = await requireOperator();
  const report = core()
    .running()
    .catch(() => undefined);
  const initial = await Promise.race([report, after(waitMs, undefined, { ref: false })]);
  return <RunningView operator={username} initial={initial} />;
}
