import "server-only";

export { audited, recordAudit } from "./audited";
export { recordFailure } from "./failures";
export { listAudit } from "./list";
export { currentOrigin } from "./origin";
