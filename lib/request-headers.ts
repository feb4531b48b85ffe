import "server-only";

/** The User-Agent header of the requests that the panel sends. Some gateways close connections without this header. */
export const USER_AGENT = "instance-admin";

/**
 * The header with the path and query of the requested page. `proxy.ts` sets it and overwrites any value from the
 * client.
 */
export const PAGE_HEADER = "x-instance-admin-page";
