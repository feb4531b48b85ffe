import "server-only";

/** What the running instance is: what it runs with, and how a version of the file is applied to it. */

export { type AppliedVersion, listApplies, listPastApplies, listRestarts } from "./applies";
export { answerApply, requestApply, watchApplies } from "@/lib/server/rollout/request";
export { offerDrafts } from "./drafts";
export { previewApply } from "./preview";
export { cancelPlan, planApply } from "./plan";
export { readApply } from "./record";
export type { ApplyNotice, PlanNotice } from "./notice";
export { currentApply } from "@/lib/server/rollout/current";
export { markRestarted, readRunning } from "./report";
