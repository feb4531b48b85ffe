import "server-only";

export { type Counts } from "./counts";
export { type Measured, newestCounts, readMeasured } from "./answer";
export { type Look, Monitor } from "./service";
export type { Sample } from "./samples";
