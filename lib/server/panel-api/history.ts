import "server-only";
import { AppError } from "@/lib/errors";
import { configFile } from "@/lib/server/config-file";
import { unrecognizedKeys } from "@/lib/shared/contract/values";
import { historyRoutes } from "@/lib/shared/contract/history";
import { isSection } from "@/lib/server/panel/page-address";
import { edit, noted } from "./config";
import { type Call, handlers } from "./handlers";

type WriteBack = ReturnType<typeof configFile>["restore"];
type WriteBackRoute = typeof historyRoutes.restoreRevision | typeof historyRoutes.undoChange;

/**
 * Defines a handler that writes values from the history into the file. The details of the audit entry contain the
 * version's number under `key`.
 */
const writesBack = (key: "revision" | "undone", write: WriteBack) => ({
  entry: ({ params, body: { paths, note } }: Call<WriteBackRoute>) => ({
    detail: { [key]: params.id, ...(paths && { paths }), ...noted(note) },
  }),
  work: (call: Call<WriteBackRoute>) => write(call.params.id, { ...edit(call), ...call.body }),
});

export const history = handlers(historyRoutes, {
  async listRevisions({ query }) {
    if (query.section !== undefined && !isSection(query.section))
      throw new AppError("invalid-settings", `Send the id of a section, or “${unrecognizedKeys}”.`, {
        problems: [{ path: "section", message: "There is no section with this id." }],
      });
    return configFile().revisions(query);
  },

  compareRevisions: ({ query: { from, to } }) => configFile().compare(from, to),

  getRevision: ({ params }) => configFile().revision(params.id),

  restoreRevision: writesBack("revision", (id, options) => configFile().restore(id, options)),

  previewUndo: ({ params, query: { path } }) =>
    configFile().previewUndo(params.id, path === undefined ? undefined : [path]),

  undoChange: writesBack("undone", (id, options) => configFile().undoChange(id, options)),

  settingHistory: ({ query: { path, limit } }) => configFile().settingHistory(path, limit),

  listUndone: () => configFile().undone(),

  restoreUndone: {
    entry: ({ body: { paths } }) => ({ detail: { ...(paths && { paths }) } }),
    work: (call) => configFile().restoreUndone({ ...edit(call), ...call.body }),
  },

  async dismissUndone({ record }) {
    const dismissed = (await configFile().undone()).map(({ path }) => path);
    record({ detail: { paths: dismissed } });
    await configFile().dismissUndone();
    return { dismissed };
  },
});
