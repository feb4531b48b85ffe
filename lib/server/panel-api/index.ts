import "server-only";

export { healthResponse } from "./area";
export { auditFilterOf, auditView } from "./audit";
export { backupView } from "./backups";
export { connectionView } from "./chosen-instance";
export { fileFor } from "./config";
export { ownFactors } from "./factors";
export { completeSetup, firstRunIn, trySetupConnection } from "./first-run";
export { filterOf, rowId } from "./history";
export { botAddresses, instanceFor, instanceView } from "./instance";
export { join, joining, readInvitation } from "./invitations";
export { readInvite, readInviteOutcome } from "./invites";
export { watchAnswer } from "./monitoring";
export { notificationView, notifyNewAddress } from "./notifications";
export { authRequest, openRoute, readJson } from "./open-routes";
export { addPerson, endUserTokens } from "./operator-users";
export { panelRoutes } from "./routes";
