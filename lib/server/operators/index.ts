import "server-only";

export * from "./accounts";
export { authOptions } from "./auth-options";
export type { Caller } from "./caller";
export { onEndedSessions, announceEndedSessions } from "./ended-sessions";
export { requestSession } from "./request-session";
export { ownPath } from "./return-path";
export { currentOperator, currentSession, requireOperator, requireSession } from "./session";
export { readSessionAccount, writeSessionAccount } from "./session-account";
export { endSession, listSessions, type Session } from "./session-store";
