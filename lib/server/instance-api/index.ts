import "server-only";

export { describedApi } from "./described";
export { consumeLoginLimit } from "./rate-limit";
export { instanceRoute } from "./next-route";
