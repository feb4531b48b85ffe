import "server-only";

export { newestCounts, readMeasured } from "./answer";
export { type Look, Monitor } from "./service";
export type { Sample } from "./samples";
export { isRecent, readParts, recentFor, statusOf } from "./status";
