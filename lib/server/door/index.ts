import "server-only";

export { addressGroup } from "./address";
export { bodyLimit, readBytes } from "./body";
export { requestContext } from "./context";
export { createDoor, type Door } from "./door";
export { commonHeaders, isInstancePath } from "./headers";
export { metricsRegistry, metricsAnswer } from "./metrics";
export { takeTally } from "./traffic";
export {
  type Answer,
  type Area,
  type DoorRequest,
  isEncoded,
  toResponse,
  type WholeRequest,
  withBody,
} from "./visit";
