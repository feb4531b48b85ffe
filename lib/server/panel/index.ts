import "server-only";

/* What pages ask. */

export { auditFilterOf, auditView } from "./audit-view";
export { backupView } from "./backups";
export { connectionView } from "./connection";
export { fileFor } from "./file-for-role";
export { readInvite, readInviteOutcome } from "./invites";
export { readStatus, watchAnswer } from "./monitoring";
export { notificationView } from "./notification-settings";
export { filterOf, rowId } from "./page-address";
export { botAddresses, instanceFor, instanceView } from "./session-instance";
