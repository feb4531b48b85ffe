import "server-only";
import { env } from "@/lib/env";
import { log, logSecrets, notices } from "@/lib/log";
import { processSingleton } from "@/lib/process-singleton";
import { recordAudit } from "@/lib/server/audit";
import { announce, type Db, db, onAnnouncement, stopBeforeClose, type Tx } from "@/lib/server/db";
import { type ConfigFile, openConfigFile } from "./config-file";
import { realFileOps } from "./disk/disk";
import { fileId } from "./identity";
import { openOwnRules } from "./own-rules";
import { panelSettings } from "@/lib/panel-settings";

export {
  browserValue,
  changedPaths,
  changesBetween,
  isSecret,
  listedChanges,
  withoutCredentials,
} from "./changes";
export { type ConfigFile, openConfigFile } from "./config-file";
export { withSecretReferences } from "./import-export";
export { spell, spelledValue } from "./naming";
export { realFileOps } from "./disk/disk";
export { openEdition } from "./edition-file";
export type { RevisionRow } from "./records";
export type { Revert } from "./revert";
export { unusable } from "./save";
export { editsFor } from "./save-operations";
export { Version } from "./version";

export interface WholeVersion {
  readonly etag: string;
  readonly bytes: Buffer;
}

const CHANNEL = "instance_admin_config";

export function configFile(): ConfigFile {
  return processSingleton("config-file", () => {
    const { configPath, configRules, dataDir, configNaming, configReadOnly, configRevisions } = env();
    const file = openConfigFile({
      path: configPath,
      dataDir,
      naming: configNaming,
      readOnly: configReadOnly,
      ownRules: openOwnRules(configRules),
      retention: configRevisions,
      generates() {
        const { instanceApiUrl, isModeOpen } = panelSettings();
        return instanceApiUrl === undefined && !isModeOpen;
      },
      notices: () => notices().all(),
      log: log(),
      audit: (tx, entry) => recordAudit(tx, entry),
      db: db(),
      ops: realFileOps,
      announcements: {
        send: () => void announce(CHANNEL),
        listen: (listener) => onAnnouncement(CHANNEL, listener),
      },
    });
    logSecrets().withoutSecrets = file.withoutSecrets;
    stopBeforeClose(() => file.stop());
    return file;
  });
}

/** Returns the id of the file at CONFIG_PATH. Do not call this within a transaction (see `fileIdentity`). */
export function configFileId(database: Db): Promise<number> {
  if (database === db()) return configFile().id();
  const audit = (tx: Tx, entry: Parameters<typeof recordAudit<Tx>>[1]) => recordAudit(tx, entry);
  const state = { identity: null };
  return fileId({ path: env().configPath, ops: realFileOps, db: database, log: log(), audit, state });
}
