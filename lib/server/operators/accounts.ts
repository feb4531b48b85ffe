import "server-only";

/*
 * Exports operators without their sessions. Startup imports this file, because sessions would load next-auth and
 * Next's page runtime.
 */

export {
  changeOperator,
  changePassword,
  countOperators,
  createOperator,
  endSessions,
  linkUser,
  listOperators,
  lockOperators,
  type Operator,
  operatorNamed,
  removeOperator,
  requirePassword,
} from "./operators";
export { confirmPassword } from "./factors/confirm";
export { onLostRights } from "./oidc/grant";
export { dropSetupToken, issueSetupToken, judgeSetupToken } from "./setup-token";
