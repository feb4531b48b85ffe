import "server-only";

export { describedApi } from "./described";
export { instanceRoute } from "./next-route";
