/** `proxy.ts` sets it and overwrites any value from the client. */
export const PAGE_HEADER = "x-instance-admin-page";
