import "server-only";

export { executePlan, type IssuedToken } from "./execute";
export { LARGEST_DOCUMENT, tooLarge } from "./document/read";
export { parseDocument } from "./document/parse";
export { documentJsonSchema } from "./document/schema";
export { needsToken, permissionsOf, type Plan, type ProvisionTarget } from "./plan";
export { planFor } from "./planner";
export { TokenFile } from "./token-file";
export { type BotDescription, describePlan } from "./plan";
