import "server-only";

export { addressGroup } from "./address";
export { bodyLimit } from "./body";
export { readBytes } from "./body";
export { requestContext } from "./context";
export { createDoor, type Door } from "./door";
export { type Answer, type DoorRequest, toResponse } from "./visit";
export { commonHeaders } from "./headers";
export { metricsRegistry, metricsResponse } from "./metrics";
export { isInstancePath } from "./headers";
export { takeTally } from "./traffic";
export type { Area } from "./visit";
