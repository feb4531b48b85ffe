import "server-only";

export {
  browserValue,
  changedPaths,
  changesBetween,
  isSecret,
  listedChanges,
  withoutCredentials,
} from "./changes";
export { type ConfigFile, type FileNow, openConfigFile } from "./config-file";
export { withSecretReferences } from "./import-export";
export { realFileOps } from "./disk/disk";
export { giveToFolderOwner, replaceFile } from "./disk/replace-file";
export { isMountPoint } from "./disk/write";
export { openEdition } from "./edition-file";
export { counted } from "./long-lists";
export { spell, spelledValue } from "./naming";
export { bareOptions } from "./open-file";
export { openOwnRules, ownRuleProblems, ownViolations } from "./own-rules";
export { needsRepair } from "./repairs";
export type { RevisionRow } from "./records";
export type { Revert } from "./revert";
export { unusable } from "./save";
export { editsFor } from "./save-operations";
export { Version } from "./version";

export interface WholeVersion {
  readonly etag: string;
  readonly bytes: Buffer;
}
