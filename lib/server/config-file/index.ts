import "server-only";
import { announce, type Db, db, onAnnouncement } from "@/lib/server/db";
import { env } from "@/lib/env";
import { processSingleton } from "@/lib/process-singleton";
import { ConfigFile } from "./config-file";
import { realFileOps } from "./disk/file-ops";
import { fileId } from "./identity";

export { spell } from "./naming";

/** A version of the file with all its bytes, secrets included. */
export interface WholeVersion {
  readonly etag: string;
  readonly bytes: Buffer;
}

const CHANNEL = "instance_admin_config";

/** The file at CONFIG_PATH. It is opened once. */
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
    return ConfigFile.open(options, {
      send: () => void announce(CHANNEL),
      listen: (listener) => onAnnouncement(CHANNEL, listener),
    });
  });
}

/** The id of that file in a database, for records that belong to the file. Not within a transaction. */
export const configFileId = (database: Db): Promise<number> =>
  fileId({ db: () => database, path: env().configPath, ops: realFileOps });
