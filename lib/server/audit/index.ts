import "server-only";

export { type Audit, createAudit } from "./audit";
export { currentOrigin } from "./entries";
export { openKey } from "./key";
export { auditActors, auditPage, auditText, findAuditEntry, listAudit } from "./list";
export { createSink } from "./sinks";
export { removedWords } from "./verify";
