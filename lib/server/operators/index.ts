import "server-only";

export * from "./accounts";
export { listApiTokens } from "./api-tokens";
export { authOptions } from "./auth-options";
export { type Caller, currentCaller } from "./caller";
export { passkeyToSignIn } from "./factors/passkeys";
export { whyNoPasskeys } from "./factors/relying-party";
export { listInvitations } from "./invitations";
export { countSignInStep } from "./oidc/provider";
export { currentOperator, currentSession, ownPath, requireOperator, requireSession } from "./session";
export { listSessions, type Session } from "./session-store";
