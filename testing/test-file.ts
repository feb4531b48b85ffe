import "server-only";
import pino from "pino";
import { createFiles, realFileOps } from "@/lib/server/config-file/disk/disk";
import { createIdentity } from "@/lib/server/config-file/identity";
import type { Db } from "@/lib/server/db";

/** Returns the id of a configuration file that does not exist. */
export const testFileId = (db: Db): Promise<number> =>
  createIdentity({
    db,
    path: "/nowhere/config.json",
    files: createFiles(realFileOps),
    log: pino({ level: "silent" }),
    audit: async () => undefined,
  }).id();

/** What functions take that read or write the measurements of that file. */
export const testRows = (db: Db) => ({ db, fileId: () => testFileId(db) });
