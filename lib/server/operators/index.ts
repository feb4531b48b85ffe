import "server-only";

export * from "./accounts";
export { authOptions } from "./auth-options";
export type { Caller } from "./caller";
export { rememberAddress } from "./known-addresses";
export { replacePassword } from "./replace-password";
export { ownPath } from "./return-path";
export { currentOperator, currentSession, requireOperator, sessionCheck } from "./session";
export { endSession, listSessions, type Session } from "./session-store";
