import "server-only";
import { AppError } from "@/lib/errors";
import { configFile, type Revert } from "@/lib/server/config-file";
import { unrecognizedKeys } from "@/lib/shared/contract/values";
import { historyRoutes } from "@/lib/shared/contract/history";
import { isSection } from "@/lib/server/panel/page-address";
import { edited, noted } from "./config";
import { type Call, handlers } from "./handlers";

type WriteBackRoute = typeof historyRoutes.restoreRevision | typeof historyRoutes.undoChange;

/**
 * Defines a handler that writes values from the history into the file. The details of the audit entry contain the
 * version's number under `key`.
 */
const writesBack = (key: "revision" | "undone", target: (id: number) => Revert["to"]) => ({
  entry: ({ params, body: { paths, note } }: Call<WriteBackRoute>) => ({
    detail: { [key]: params.id, ...(paths && { paths }), ...noted(note) },
  }),
  work: (call: Call<WriteBackRoute>) => {
    const { paths, note } = call.body;
    return edited(call, (base) =>
      configFile().revert({ ...base, to: target(call.params.id), only: paths, note }),
    );
  },
});

export const history = handlers(historyRoutes, {
  async listRevisions({ query }) {
    if (query.section !== undefined && !isSection(query.section))
      throw new AppError("invalid-settings", `Send the id of a section, or “${unrecognizedKeys}”.`, {
        problems: [{ path: "section", message: "There is no section with this id." }],
      });
    return configFile().history.list(query);
  },

  compareRevisions: ({ query: { from, to } }) => configFile().history.compare(from, to),

  getRevision: ({ params }) => configFile().history.get(params.id),

  restoreRevision: writesBack("revision", (version) => ({ version })),

  previewUndo: ({ params, query: { path } }) =>
    configFile().previewUndo(params.id, path === undefined ? undefined : [path]),

  undoChange: writesBack("undone", (change) => ({ change })),

  settingHistory: ({ query: { path, limit } }) => configFile().history.ofSetting(path, limit),

  listUndone: async () => (await configFile().read()).undone(),

  restoreUndone: {
    entry: ({ body: { paths } }) => ({ detail: { ...(paths && { paths }) } }),
    work: (call) =>
      edited(call, (base) => configFile().revert({ ...base, to: { undone: true }, only: call.body.paths })),
  },

  async dismissUndone({ record }) {
    const dismissed = (await (await configFile().read()).undone()).map(({ path }) => path);
    record({ detail: { paths: dismissed } });
    await configFile().dismissUndone();
    return { dismissed };
  },
});
