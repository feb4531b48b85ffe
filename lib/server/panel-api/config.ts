import "server-only";
import { env } from "@/lib/env";
import { configFile } from "@/lib/server/config-file";
import { fileFor } from "@/lib/server/panel/file-for-role";
import type { Answer } from "@/lib/server/door";
import { configRoutes } from "@/lib/shared/contract/config";
import { type Call, handlers } from "./handlers";

/** Returns the note as audit details. Empty if there is no note. */
export const noted = (note: string | undefined): Record<string, unknown> => (note ? { note } : {});

type Editing = Pick<Call<typeof configRoutes.saveConfig>, "etag" | "author" | "requireProof">;

/** Returns an edit's base version and author, and the check that runs before the edit changes a secret. */
export const edit = ({ etag, author, requireProof }: Editing) => ({
  baseEtag: etag,
  author,
  onSecretChange: requireProof,
});

export const config = handlers(configRoutes, {
  readConfig: async ({ session }) => fileFor(session.role, await configFile().document()),

  saveConfig: {
    entry: ({ body: { operations, keys = [], note } }) => ({
      detail: { paths: [...operations, ...keys].map(({ path }) => path), ...noted(note) },
    }),
    work: (call) => configFile().saveOperations({ ...edit(call), ...call.body }),
  },

  previewConfig: ({ body: { operations, keys } }) => configFile().preview(operations, keys),

  undoSave: {
    entry: ({ body }) => ({ target: body.to }),
    work: (call) => configFile().undo({ ...edit(call), to: call.body.to }),
  },

  createConfigFile: {
    entry: ({ body }) => ({ detail: noted(body.note) }),
    work: ({ body: { note }, author }) => configFile().create({ author, note }),
  },

  closeConfigFile: () => configFile().closeToOthers(),

  async configSchema({ headers }) {
    headers["content-type"] = "application/schema+json";
    return { ...(await configFile().schema()) };
  },

  exportConfig: {
    entry: () => ({ detail: { secrets: false } }),
    work: () => download(false),
  },

  exportWithSecrets: {
    entry: ({ body: { secrets } }) => ({ detail: { secrets } }),
    work: ({ body: { secrets } }) => download(secrets),
  },

  previewImport: ({ body: { text, mode } }) => configFile().previewImport(text, mode),

  readRawConfig: () => configFile().raw(),

  showRawConfig: () => configFile().rawWithSecrets(),

  saveRawConfig: {
    entry: ({ body }) => ({ detail: noted(body.note) }),
    work: (call) => configFile().saveRaw({ ...edit(call), ...call.body }),
  },

  readOtherKey: {
    entry: ({ query }) => ({ target: query.path }),
    work: ({ query }) => configFile().readKey(query.path),
  },

  saveOtherKey: {
    entry: ({ body }) => ({ target: body.path }),
    work: (call) => configFile().saveKey({ ...edit(call), ...call.body }),
  },

  removeOtherKey: {
    entry: ({ query }) => ({ target: query.path }),
    work: (call) => configFile().saveKey({ ...edit(call), path: call.query.path, text: null }),
  },

  listHistories: () => configFile().histories(),
  chooseHistory: {
    entry: ({ body: { history } }) => ({ target: env().configPath, detail: { history } }),
    work: ({ body: { history } }) => configFile().chooseHistory(history),
  },
});

async function download(secrets: boolean): Promise<Partial<Answer>> {
  const { filename, bytes } = await configFile().export({ secrets });
  return {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
    },
    body: new Uint8Array(bytes),
  };
}
