import "server-only";

/*
 * Operators without their sessions. Startup imports from here, because sessions load next-auth and Next's page
 * runtime, which are not needed yet.
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
