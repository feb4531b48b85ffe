import "server-only";

/** The User-Agent header of the requests that the panel sends. Some gateways close connections without this header. */
export const USER_AGENT = "instance-admin";
