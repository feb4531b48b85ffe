import "server-only";

export { audited, currentOrigin, recordAudit, recordFailure } from "./audited";
export { lastVerified } from "./hourly";
export { beginKey } from "./key";
export { auditActors, auditPage, auditText, findAuditEntry, listAudit } from "./list";
export { isIntact, summaryOf, verifyAudit } from "./verify";
