import "server-only";
import { createApiToken, findApiToken, listApiTokens, revokeApiToken } from "./api-tokens";
import { authOptions } from "./auth-options";
import { currentCaller } from "./caller";
import { confirmPassword } from "./factors/confirm";
import {
  addPasskey,
  addTotp,
  countRecoveryCodes,
  hasSecondFactor,
  judgePasskey,
  makeRecoveryCodes,
  ownFactors,
  passkeyToMake,
  passkeyToProve,
  passkeyToSignIn,
  removePasskey,
  removeTotp,
  requireFactor,
  totpToAdd,
  whyNoPasskeys,
} from "./factors";
import { checkInvitation, createInvitation, listInvitations, revokeInvitation } from "./invitations";
import { endProvided, provided } from "./oidc/grant";
import {
  changePassword,
  countOperators,
  endSessions,
  listOperators,
  operatorNamed,
  requirePassword,
} from "./operators";
import { changeOperator, removeOperator } from "./operator-changes";
import {
  isUserAccepted,
  isValid,
  requestSession,
  roleOfKey,
  sessionCookie,
  sessionOfCookie,
  standingOf,
} from "./request-session";
import { resetFactors, resetPassword } from "./reset";
import { openRoom, type OperatorsDeps } from "./room";
import { readSessionAccount, writeSessionAccount } from "./session-account";
import { endOtherSessions, endSession, findSession, listSessions, noteProof } from "./session-store";
import { issueSetupToken, judgeSetupToken } from "./setup-token";

export type { OperatorsDeps } from "./room";
export { takeInvitation } from "./invitations";
export { lockOperators } from "./operator-changes";
export { countOperators, createOperator, linkUser, listOperators, type Operator } from "./operators";
export { bearerToken, keyOfApiToken } from "./request-session";
export { authorOf, type Session } from "./session-store";
export { dropSetupToken } from "./setup-token";

type Bound<F> = F extends (first: never, ...rest: infer A) => infer R ? (...rest: A) => R : never;

const bind = <X, T extends Record<string, (first: X, ...rest: never[]) => unknown>>(first: X, functions: T) =>
  Object.fromEntries(
    Object.entries(functions).map(([name, work]) => [name, (...rest: never[]) => work(first, ...rest)]),
  ) as { [K in keyof T]: Bound<T[K]> };

export type Operators = ReturnType<typeof createOperators>;

export function createOperators(deps: OperatorsDeps) {
  const room = openRoom(deps);
  const { db, env } = room;
  return {
    ...room.ended,
    ...room.seals,
    countSignInStep: room.provider.countSignInStep,
    currentCaller,
    sessionCookie: sessionCookie(env),
    whyNoPasskeys: () => whyNoPasskeys(env),
    ...bind(db, {
      ...{ countOperators, listOperators, operatorNamed, issueSetupToken, judgeSetupToken },
      ...{ createInvitation, listInvitations, revokeInvitation },
      ...{ createApiToken, listApiTokens },
      ...{ endOtherSessions, endSession, listSessions, noteProof },
      ...{ countRecoveryCodes, hasSecondFactor, removePasskey, removeTotp, requireFactor },
    }),
    ...bind(room, {
      ...{ changeOperator, removeOperator, changePassword, requirePassword, endSessions },
      ...{ confirmPassword, resetPassword, resetFactors, checkInvitation, revokeApiToken, findApiToken },
      ...{ findSession, sessionOfCookie, requestSession, isValid, standingOf, roleOfKey, isUserAccepted },
      ...{ readSessionAccount, writeSessionAccount, authOptions },
      ...{ addPasskey, addTotp, judgePasskey, makeRecoveryCodes, ownFactors, totpToAdd },
      ...{ provided, endProvided },
      ...{ passkeyToMake, passkeyToProve, passkeyToSignIn },
    }),
  };
}
