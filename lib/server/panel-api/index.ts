import "server-only";

export { auditFilterOf, auditView } from "./audit";
export { backupView } from "./backups";
export { connectionView } from "./chosen-instance";
export { fileFor } from "./config";
export { ownFactors } from "./factors";
export { filterOf, rowId } from "./history";
export { botAddresses, instanceFor, instanceView } from "./instance";
export { readInvite, readInviteOutcome } from "./invites";
export { answerAuth } from "./auth-route";
export { watchAnswer } from "./monitoring";
export { notificationView } from "./notifications";
