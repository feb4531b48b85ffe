import "server-only";

export * from "./accounts";
export { listApiTokens } from "./api-tokens";
export { type Caller, currentCaller } from "./caller";
export { listInvitations } from "./invitations";
export { listSessions, type Session } from "./session-store";
