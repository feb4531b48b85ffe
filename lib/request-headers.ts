import "server-only";

/** How the panel names itself in requests of its own. The public server's gateway refuses connections without a name. */
export const USER_AGENT = "instance-admin";

/** Path and query of the requested page. `proxy.ts` sets it and overwrites any value from the client. */
export const PAGE_HEADER = "x-instance-admin-page";
