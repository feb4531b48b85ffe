import "server-only";
import { announce, type Db, db, onAnnouncement, stopBeforeClose } from "@/lib/server/db";
import { env } from "@/lib/env";
import { processSingleton } from "@/lib/process-singleton";
import { ConfigFile } from "./config-file";
import { realFileOps } from "./disk/disk";
import { fileId } from "./identity";

export { spell } from "./naming";

/** The bytes of a version, secrets included. */
export interface WholeVersion {
  readonly etag: string;
  readonly bytes: Buffer;
}

const CHANNEL = "instance_admin_config";

/** Returns the file at CONFIG_PATH, which the first call opens. */
export function configFile(): ConfigFile {
  return processSingleton("config-file", () => {
    const { configPath, dataDir, configNaming, configReadOnly, configRevisions } = env();
    const options = {
      path: configPath,
      dataDir,
      naming: configNaming,
      readOnly: configReadOnly,
      retention: configRevisions,
      generates() {
        const { instanceApiUrl, isModeOpen } = env();
        return instanceApiUrl === undefined && !isModeOpen;
      },
      db,
      ops: realFileOps,
    };
    const file = ConfigFile.open(options, {
      send: () => void announce(CHANNEL),
      listen: (listener) => onAnnouncement(CHANNEL, listener),
    });
    stopBeforeClose(() => file.stop());
    return file;
  });
}

/** Returns the id of the file at CONFIG_PATH. Do not call this within a transaction (see `fileIdentity`). */
export const configFileId = (database: Db): Promise<number> =>
  fileId({ db: () => database, path: env().configPath, ops: realFileOps });
