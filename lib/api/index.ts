import "server-only";

export { describedApi } from "./described";
export { metricsResponse } from "./metrics";
export { instanceRoute, unknownRoute } from "./route";
