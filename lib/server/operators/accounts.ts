import "server-only";

/*
 * Exports operators without their sessions. Startup imports this file, because sessions would load next-auth and
 * Next's page runtime.
 */

export {
  changePassword,
  countOperators,
  createOperator,
  endSessions,
  linkUser,
  listOperators,
  type Operator,
  operatorNamed,
  requirePassword,
} from "./operators";
export { changeOperator, lockOperators, removeOperator } from "./operator-changes";
export { confirmPassword } from "./factors/confirm";
export { onLostRights } from "./oidc/grant";
export { dropSetupToken, issueSetupToken, judgeSetupToken } from "./setup-token";
