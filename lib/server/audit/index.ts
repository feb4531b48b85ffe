import "server-only";

export { audited, recordAudit } from "./audited";
export { auditText } from "./list";
export { recordFailure } from "./audited";
export { lastVerified } from "./hourly";
export { beginKey } from "./key";
export { auditActors, auditPage, findAuditEntry, listAudit } from "./list";
export { currentOrigin } from "./audited";
export { isIntact, summaryOf, verifyAudit } from "./verify";
