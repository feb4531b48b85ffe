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
export { openEdition } from "./edition-file";
export { spell, spelledValue } from "./naming";
export { bareOptions } from "./open-file";
export { openOwnRules } from "./own-rules";
export type { RevisionRow } from "./records";
export type { Revert } from "./revert";
export { unusable } from "./save";
export { editsFor } from "./save-operations";
export { Version } from "./version";

export interface WholeVersion {
  readonly etag: string;
  readonly bytes: Buffer;
}
