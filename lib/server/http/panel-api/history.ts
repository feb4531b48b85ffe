import "server-only";
import { AppError } from "@/lib/errors";
import type { Revert } from "@/lib/server/config-file";
import { unrecognizedKeys } from "@/lib/shared/contract/values";
import { historyRoutes } from "@/lib/shared/contract/history";
import { isSection } from "@/lib/server/panel/page-address";
import type { Rooms } from "@/lib/server/rooms";
import { edited, noted } from "./config";
import { type Call, handlers } from "./handlers";

type WriteBackRoute = typeof historyRoutes.restoreRevision | typeof historyRoutes.undoChange;

/**
 * Defines a handler that writes values from the history into the file. The details of the audit entry contain the
 * version's number under `key`.
 */
const writesBack = (
  { config, panel: { proposals } }: Pick<Rooms, "config" | "panel">,
  key: "revision" | "undone",
  target: (id: number) => Revert["to"],
) => ({
  entry: ({ params, body: { paths, note } }: Call<WriteBackRoute>) => ({
    detail: { [key]: params.id, ...(paths && { paths }), ...noted(config, note) },
  }),
  work: (call: Call<WriteBackRoute>) => {
    const { paths, note } = call.body;
    return edited(proposals, call, (base) =>
      config.revert({ ...base, to: target(call.params.id), only: paths, note }),
    );
  },
});

export const history = handlers(historyRoutes, (rooms) => {
  const {
    config,
    panel: { proposals },
  } = rooms;
  return {
    async listRevisions({ query }) {
      if (query.section !== undefined && !isSection(query.section))
        throw new AppError("invalid-settings", `Send the id of a section, or “${unrecognizedKeys}”.`, {
          problems: [{ path: "section", message: "There is no section with this id." }],
        });
      return config.history.list(query);
    },

    compareRevisions: ({ query: { from, to } }) => config.history.compare(from, to),

    getRevision: ({ params }) => config.history.get(params.id),

    restoreRevision: writesBack(rooms, "revision", (version) => ({ version })),

    previewUndo: ({ params, query: { path } }) =>
      config.previewUndo(params.id, path === undefined ? undefined : [path]),

    undoChange: writesBack(rooms, "undone", (change) => ({ change })),

    settingHistory: ({ query: { path, limit } }) => config.history.ofSetting(path, limit),

    listUndone: async () => (await config.read()).undone(),

    restoreUndone: {
      entry: ({ body: { paths } }) => ({ detail: { ...(paths && { paths }) } }),
      work: (call) =>
        edited(proposals, call, (base) =>
          config.revert({ ...base, to: { undone: true }, only: call.body.paths }),
        ),
    },

    async dismissUndone({ record }) {
      const dismissed = (await (await config.read()).undone()).map(({ path }) => path);
      record({ detail: { paths: dismissed } });
      await config.dismissUndone();
      return { dismissed };
    },
  };
});
