import "server-only";

/*
 * Operators without their sessions. Start-up imports from here, because sessions load next-auth and Next's page
 * runtime, which are not needed yet.
 */

export {
  changeOwnPassword,
  confirmPassword,
  countOperators,
  createOperator,
  credentialsSchema,
  endSessions,
  linkUser,
  listOperators,
  lockOperators,
  type Operator,
  operatorNamed,
  setOperatorDisabled,
} from "./operators";
export { passwordSchema } from "./password";
export { nextAuthSecret } from "./secret";
export { dropSetupToken, issueSetupToken, setupTokenMatches } from "./setup-token";
