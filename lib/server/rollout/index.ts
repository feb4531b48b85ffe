import "server-only";

/** What the running instance is: what it runs with, and how a version of the file is applied to it. */

export { type AppliedVersion, listApplies, listRestarts } from "./applies";
export { answerApply, requestApply, watchApplies } from "@/lib/server/rollout/request";
export { offerDrafts } from "./drafts";
export { previewApply } from "./preview";
export type { ApplyNotice } from "./notice";
export { currentApply } from "@/lib/server/rollout/current";
export { markRestarted, readRunning } from "./report";
