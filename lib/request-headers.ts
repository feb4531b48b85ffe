import "server-only";

/*
 * Headers that the process sets on every incoming request (`lib/api/traffic.ts`), whatever a client wrote there. Route
 * handlers see headers and not the socket.
 */

/** The address of the socket's peer. */
export const PEER_HEADER = "x-instance-admin-peer";

/** The id that the log and the answer name a request by. */
export const REQUEST_ID_HEADER = "x-instance-admin-request-id";
