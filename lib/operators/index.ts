import "server-only";

export { listAudit, recordAudit } from "./audit";
export {
  changeOwnPassword,
  countOperators,
  createOperator,
  credentialsSchema,
  endSessions,
  linkUser,
  listOperators,
  lockOperators,
  type Operator,
  setOperatorDisabled,
} from "./operators";
export { passwordSchema } from "./password";
export { nextAuthSecret } from "./secret";
export { authOptions, currentOperator, requireOperator, sessionCheck } from "./session";
export { dropSetupToken, issueSetupToken, setupTokenMatches } from "./setup-token";
