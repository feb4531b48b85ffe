import "server-only";

export { describedApi } from "./described";
export { metricsResponse } from "./metrics";
export { PEER_HEADER } from "./peer-header";
export { instanceRoute, unknownRoute } from "./route";
