import "server-only";

export * from "./accounts";
export { authOptions } from "./auth-options";
export type { Caller } from "./caller";
export { ownPath } from "./return-path";
export { currentOperator, currentSession, requireOperator, requireSession } from "./session";
export { listSessions, type Session } from "./session-store";
