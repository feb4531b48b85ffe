import "server-only";

/*
 * The functions that startup needs. `index.ts` exports the functions that load next-auth and Next's page
 * runtime, which startup does not need.
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
