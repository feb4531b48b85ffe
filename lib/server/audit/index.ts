import "server-only";

export { audited, recordAudit } from "./audited";
export { recordFailure } from "./failures";
export { type AuditRecord, listAudit } from "./list";
export { currentOrigin, type Origin } from "./origin";
