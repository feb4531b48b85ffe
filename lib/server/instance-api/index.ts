import "server-only";

export { describedApi } from "./openapi";
export { consumeLoginLimit } from "./rate-limit";
