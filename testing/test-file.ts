import "server-only";
import pino from "pino";
import { realFileOps } from "@/lib/server/config-file/disk/disk";
import { fileId, type Identified } from "@/lib/server/config-file/identity";
import type { Db } from "@/lib/server/db";

/** Returns the id of a configuration file that does not exist. */
export const testFileId = (db: Db): Promise<number> => {
  const file: Identified = {
    db,
    path: "/nowhere/config.json",
    ops: realFileOps,
    log: pino({ level: "silent" }),
    audit: async () => undefined,
    state: { identity: null },
  };
  return fileId(file);
};

/** What functions take that read or write the measurements of that file. */
export const testRows = (db: Db) => ({ db, fileId: () => testFileId(db) });
