import "server-only";

export { healthResponse } from "./area";
export { authRequest } from "./auth-request";
export { readJson } from "./body";
export { asPanelBot, botAddresses, botDetail, botPage } from "./bot-pages";
export { configAnswer } from "./config-answer";
export { configEventStream } from "./config-event-stream";
export { addOperator, completeSetup, firstRunSchema } from "./first-run";
export { applicationsFor, guildsFor } from "./provisioning-lists";
export { endUserTokens } from "./end-user-tokens";
export { ifMatch } from "./if-match";
export { localUserId } from "./local-user";
export { noteSchema } from "./note";
export { openRoute } from "./open-route";
export { operationSchema, patchBodySchema } from "./patch-body";
export { panelRoute } from "./panel-route";
export { rowId } from "./row-id";
export { refuseOtherSites } from "./same-origin";
