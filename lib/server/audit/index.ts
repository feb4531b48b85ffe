import "server-only";

export { audited, recordAudit } from "./audited";
export { auditText } from "./export";
export { recordFailure } from "./failures";
export { lastVerified } from "./hourly";
export { beginKey } from "./key";
export { auditActors, auditPage, findAuditEntry, listAudit } from "./list";
export { currentOrigin } from "./origin";
export { isIntact, summaryOf, verifyAudit } from "./verify";
