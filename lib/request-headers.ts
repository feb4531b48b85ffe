import "server-only";

/** The User-Agent header of the requests that the panel sends. Some gateways close connections without this header. */
export const USER_AGENT = "instance-admin";

/**
 * With this header, the doctor learns how its request arrived. Its value proves that the doctor can read the panel's
 * secret.
 */
export const DOCTOR_HEADER = "x-instance-admin-doctor";
