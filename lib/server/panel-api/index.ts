import "server-only";

export { healthResponse } from "./area";
export { authRequest } from "./auth-request";
export { readJson } from "./body";
export { botAddresses } from "./bot-addresses";
export { connectionView } from "./chosen-instance";
export { completeSetup, firstRunIn, trySetupConnection } from "./first-run";
export { endUserTokens } from "./end-user-tokens";
export { auditFilterOf, auditView } from "./audit";
export { filterOf } from "./history";
export { fileFor } from "./viewer";
export { instanceFor, instanceView } from "./instance";
export { readInvite, readInviteOutcome } from "./invites";
export { panelRoutes } from "./next-route";
export { openRoute } from "./open-route";
export { rowId } from "./row-id";
export { watchAnswer } from "./monitoring";
export { notifyNewAddress } from "./new-address";
