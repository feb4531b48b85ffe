import "server-only";

export { addressGroup } from "./address-group";
export { bodyLimit } from "./body-limits";
export { readBytes } from "./bytes";
export { requestContext } from "./context";
export { createDoor, type Door } from "./door";
export { type Answer, type DoorRequest, toResponse } from "./exchange";
export { commonHeaders } from "./headers";
export { metricsRegistry, metricsResponse } from "./metrics";
export { isInstancePath } from "./paths";
export { takeTally } from "./tally";
export type { Area } from "./visit";
