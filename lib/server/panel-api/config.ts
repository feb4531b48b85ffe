import "server-only";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { type ConfigFile, configFile } from "@/lib/server/config-file";
import { fileFor } from "@/lib/server/panel/file-for-role";
import type { Answer } from "@/lib/server/door";
import { configRoutes, type KeyChange } from "@/lib/shared/contract/config";
import { getAt } from "@/lib/shared/settings/paths";
import { type Call, handlers } from "./handlers";

/** Returns the note as audit details. Empty if there is no note. */
export const noted = (note: string | undefined): Record<string, unknown> =>
  note ? { note: configFile().withoutSecrets(note) } : {};

type Editing = Pick<Call<typeof configRoutes.saveConfig>, "etag" | "author" | "requireProof">;

/** Returns an edit's base version and author, and the check that runs before the edit changes a secret. */
export const edit = ({ etag, author, requireProof }: Editing) => ({
  baseEtag: etag,
  author,
  onSecretChange: requireProof,
});

/** Describes the file after a save, for the page that saved. */
export const described = async (saved: ReturnType<ConfigFile["save"]>) => (await saved).pageDocument();

export const config = handlers(configRoutes, {
  readConfig: async ({ session, query: { lists } }) => {
    const now = await configFile().read();
    return fileFor(session.role, await (lists === undefined ? now.document() : now.pageDocument()));
  },

  async readList({ query: { path } }) {
    const { etag, values } = await (await configFile().read()).document();
    const items = getAt(values, path);
    if (!Array.isArray(items)) throw new AppError("not-found", `There is no list at ${path}.`);
    return { etag, path, items };
  },

  saveConfig: {
    entry: ({ body: { operations, keys = [], repairs = [], note } }) => ({
      detail: { paths: [...operations, ...keys, ...repairs].map(({ path }) => path), ...noted(note) },
    }),
    work: (call) => described(configFile().save({ ...edit(call), ...call.body })),
  },

  previewConfig: async ({ body: { operations, keys } }) =>
    (await configFile().read()).preview(operations, keys),

  undoSave: {
    entry: ({ body }) => ({ target: body.to }),
    work: (call) => described(configFile().revert({ ...edit(call), to: { save: call.body.to } })),
  },

  createConfigFile: {
    entry: ({ body }) => ({ detail: noted(body.note) }),
    work: ({ body: { note }, author }) => described(configFile().create({ author, note })),
  },

  closeConfigFile: () => described(configFile().closeToOthers()),

  async configSchema({ headers }) {
    headers["content-type"] = "application/schema+json";
    return { ...(await (await configFile().read()).schema()) };
  },

  exportConfig: {
    entry: () => ({ detail: { secrets: false } }),
    work: () => download(false),
  },

  exportWithSecrets: {
    entry: ({ body: { secrets } }) => ({ detail: { secrets } }),
    work: ({ body: { secrets } }) => download(secrets),
  },

  previewImport: async ({ body: { text, mode } }) => (await configFile().read()).previewImport(text, mode),

  readRawConfig: async () => (await configFile().read()).rawText(),

  showRawConfig: async () => (await configFile().read()).rawText({ withSecrets: true }),

  saveRawConfig: {
    entry: ({ body }) => ({ detail: noted(body.note) }),
    work: (call) => described(configFile().saveText({ ...edit(call), ...call.body })),
  },

  readOtherKey: {
    entry: ({ query }) => ({ target: query.path }),
    work: async ({ query }) => (await configFile().read()).valueOfKey(query.path),
  },

  saveOtherKey: {
    entry: ({ body }) => ({ target: body.path }),
    work: (call) => saveKey(call, call.body),
  },

  removeOtherKey: {
    entry: ({ query }) => ({ target: query.path }),
    work: (call) => saveKey(call, { path: call.query.path, text: null }),
  },

  listHistories: () => configFile().histories(),
  chooseHistory: {
    entry: ({ body: { history } }) => ({ target: env().configPath, detail: { history } }),
    work: ({ body: { history } }) => configFile().chooseHistory(history),
  },
});

const saveKey = (call: Editing, { path, text, note }: KeyChange & { note?: string }) =>
  described(configFile().save({ ...edit(call), note, operations: [], keys: [{ path, text }] }));

async function download(secrets: boolean): Promise<Partial<Answer>> {
  const { filename, bytes } = (await configFile().read()).export({ secrets });
  return {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
    },
    body: new Uint8Array(bytes),
  };
}
