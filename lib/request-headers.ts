import "server-only";

/** How the panel names itself in requests of its own. Some gateways close connections that send none. */
export const USER_AGENT = "instance-admin";

/** Path and query of the requested page. `proxy.ts` sets it and overwrites any value from the client. */
export const PAGE_HEADER = "x-instance-admin-page";
