import "server-only";

export { addressGroup } from "./address";
export { bodyLimit, readBytes } from "./body";
export { createContexts } from "./context";
export { createDoor } from "./door";
export { isInstancePath } from "./headers";
export { createMetrics, type Metrics } from "./metrics";
export { createTraffic, type Traffic } from "./traffic";
export { type Answer, type Area, type DoorRequest, isEncoded, type WholeRequest, withBody } from "./visit";
