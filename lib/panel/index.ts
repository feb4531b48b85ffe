import "server-only";

export { readJson } from "./body";
export { configAnswer } from "./config-answer";
export { configEventStream } from "./config-event-stream";
export { addOperator, completeSetup, firstRunSchema } from "./first-run";
export { applicationsFor, guildsFor } from "./directory";
export { endUserTokens } from "./end-user-tokens";
export { health } from "./health";
export { ifMatch } from "./if-match";
export { localUserId } from "./local-directory";
export { operationSchema, patchBodySchema } from "./patch-body";
export { problemResponse } from "./problem";
export { panelRoute } from "./route";
export { startUp } from "./start-up";
