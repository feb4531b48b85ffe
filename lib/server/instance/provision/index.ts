import "server-only";

export { executePlan, type IssuedToken, type Progress } from "./execute";
export { LARGEST_DOCUMENT, tooLarge } from "./document/limits";
export { parseDocument, type ParsedDocument } from "./document/parse";
export type { DocumentProblem } from "./document/read";
export { documentJsonSchema } from "./document/schema";
export { needsToken, type Plan } from "./plan";
export { planFor } from "./planner";
export { type ProvisionTarget, targetOf } from "./target";
export { TokenFile } from "./token-file";
export { type Sign, summaryOf, describeBot, type BotDescription, describePlan } from "./words";
