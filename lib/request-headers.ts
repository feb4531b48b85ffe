import "server-only";

/** The User-Agent header of the panel's own requests. Some gateways close connections without one. */
export const USER_AGENT = "instance-admin";

/** Path and query of the requested page. `proxy.ts` sets it and overwrites any value from the client. */
export const PAGE_HEADER = "x-instance-admin-page";
