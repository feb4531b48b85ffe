import "server-only";

export { createLimits } from "./rate-limit";
export { createInstanceApi } from "./instance-api";
