/** The configuration file on this machine, and the panel's database with its versions. */
import { readFileSync } from "node:fs";
import { env } from "@/lib/env";
import { recordAudit } from "@/lib/server/audit";
import { configFile } from "@/lib/server/config-file";
import { db } from "@/lib/server/db";
import { authorWords, commandLine } from "@/lib/shared/author";
import { parsedFile } from "./config-input";
import type { ConfigTarget } from "./config-target";

/** Commands have no address. */
const origin = { address: null, browser: null };

export const onFile: ConfigTarget = {
  hasSecrets: true,
  read: async () => (await configFile().read()).document(),
  current: async () => parsedFile(readFileSync(env().configPath), "The file"),

  async save({ note, ...edit }, baseEtag) {
    const file = configFile();
    const paths = [...edit.operations, ...(edit.keys ?? []), ...(edit.repairs ?? [])].map(({ path }) => path);
    const detail = { paths, ...(note && { note: file.withoutSecrets(note) }) };
    await recordAudit(db(), { actor: commandLine, action: "config.save", detail, origin });
    const before = (await file.read()).etag;
    const { etag } = await file.save({ ...edit, baseEtag, author: commandLine, note: note ?? null });
    return { etag, version: etag === before ? null : await file.history.newest() };
  },

  async history() {
    const rows = await configFile().history.find({ limit: 100 });
    return rows.map(({ id, at, author, authorKind, note }) => ({
      id,
      at,
      author: authorWords({ kind: authorKind, name: author }),
      note,
    }));
  },

  async undo(id, note = "") {
    const file = configFile();
    const baseEtag = (await file.read()).etag;
    await recordAudit(db(), { actor: commandLine, action: "config.undo", target: String(id), origin });
    return file.revert({ baseEtag, author: commandLine, note, to: { change: id } });
  },
};

/** Returns the bytes of the version that was recorded last. Reading the file would record its current content. */
export async function lastRecorded(): Promise<Buffer | null> {
  const id = await configFile().history.newest();
  return id === null ? null : configFile().history.bytes({ id });
}
