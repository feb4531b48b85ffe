import "server-only";

export { describedApi } from "./described";
export { forwardForPanel } from "./forward-for-panel";
export { instanceRoute } from "./next-route";
