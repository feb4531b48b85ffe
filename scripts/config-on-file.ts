/** The configuration file on this machine, and the panel's database with its versions. */
import { readFileSync } from "node:fs";
import type { Env } from "@/lib/env";
import type { Foundation } from "@/lib/server/rooms";
import { authorWords, commandLine } from "@/lib/shared/author";
import { parsedFile } from "./config-input";
import type { ConfigTarget } from "./config-target";

/** Commands have no address. */
const origin = { address: null, browser: null };

/** The file alone: two files can be compared on a machine that has no database. */
export const fileNow = ({ configPath }: Pick<Env, "configPath">) => ({
  hasSecrets: true,
  current: async () => parsedFile(readFileSync(configPath), "The file"),
});

export const onFile = ({ audit, config: file, db, env }: Foundation): ConfigTarget => ({
  ...fileNow(env),
  read: async () => (await file.read()).document(),
  /** Reading the file through `config` would record its current content. */
  async lastRecorded() {
    const id = await file.history.newest();
    return id === null ? null : file.history.bytes({ id });
  },

  async save({ note, ...edit }, baseEtag) {
    const paths = [...edit.operations, ...(edit.keys ?? []), ...(edit.repairs ?? [])].map(({ path }) => path);
    const detail = { paths, ...(note && { note: file.withoutSecrets(note) }) };
    await audit.recordAudit(db, { actor: commandLine, action: "config.save", detail, origin });
    const before = (await file.read()).etag;
    const { etag } = await file.save({ ...edit, baseEtag, author: commandLine, note: note ?? null });
    return { etag, version: etag === before ? null : await file.history.newest() };
  },

  async history() {
    const rows = await file.history.find({ limit: 100 });
    return rows.map(({ id, at, author, authorKind, note }) => ({
      id,
      at,
      author: authorWords({ kind: authorKind, name: author }),
      note,
    }));
  },

  async undo(id, note = "") {
    const baseEtag = (await file.read()).etag;
    await audit.recordAudit(db, { actor: commandLine, action: "config.undo", target: String(id), origin });
    return file.revert({ baseEtag, author: commandLine, note, to: { change: id } });
  },
});
