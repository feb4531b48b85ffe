import "server-only";

/** Determines what the running instance has loaded, and applies versions of the file to it. */

export { currentApply, listApplies, listPastApplies, listRestarts, readApply } from "./applies";
export { answerApply, requestApply } from "./request";
export { offerDrafts } from "./applies";
export { previewApply } from "./preflight";
export { cancelPlan, planApply } from "./plan";
export { forgetReport } from "./instance-report";
export { markRestarted, readRunning } from "./report";
