import "server-only";

export { createLimits, type Limits } from "./rate-limit";
export { createInstanceApi, type InstanceApiDeps } from "./instance-api";
