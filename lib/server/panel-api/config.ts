import "server-only";
import {
  applyOperations,
  closeConfigFile,
  createConfigFile,
  exportConfig,
  previewImport,
  previewOperations,
  readConfigDocument,
  readConfigSchema,
  readOtherKey,
  readRawConfig,
  saveOtherKey,
  saveRawConfig,
  showRawConfig,
  undoSave,
} from "@/lib/server/config-file";
import type { Answer } from "@/lib/server/door";
import { configRoutes } from "@/lib/shared/contract/config";
import { type EntryDetails, handlers } from "./handlers";
import { fileFor } from "./viewer";

/** The note as an entry's detail; nothing without one. */
export const noted = (note: string | undefined): Record<string, unknown> => (note ? { note } : {});

type Recorder = (details: EntryDetails) => void;

/** The new document, its version recorded. */
export async function saved<T extends { etag: string }>(save: Promise<T>, record: Recorder): Promise<T> {
  const document = await save;
  record({ target: document.etag });
  return document;
}

export const config = handlers(configRoutes, {
  readConfig: async ({ session }) => fileFor(session.role, await readConfigDocument()),

  saveConfig: {
    entry: ({ body: { operations, keys = [], note } }) => ({
      detail: { paths: [...operations, ...keys].map(({ path }) => path), ...noted(note) },
    }),
    work: ({ etag, body, operator, record }) =>
      saved(applyOperations({ baseEtag: etag, ...body, author: operator.username }), record),
  },

  previewConfig: ({ body: { operations, keys } }) => previewOperations(operations, keys),

  undoSave: {
    entry: ({ body }) => ({ target: body.to }),
    work: ({ etag, body: { to }, operator }) => undoSave({ to, baseEtag: etag, author: operator.username }),
  },

  createConfigFile: {
    entry: ({ body }) => ({ detail: noted(body.note) }),
    work: ({ body: { note }, operator, record }) =>
      saved(createConfigFile({ author: operator.username, note }), record),
  },

  closeConfigFile,

  async configSchema({ headers }) {
    headers["content-type"] = "application/schema+json";
    return { ...(await readConfigSchema()) };
  },

  exportConfig: {
    entry: () => ({ detail: { secrets: false } }),
    work: () => download(false),
  },

  exportWithSecrets: {
    entry: ({ body: { secrets } }) => ({ detail: { secrets } }),
    work: ({ body: { secrets } }) => download(secrets),
  },

  previewImport: ({ body: { text, mode } }) => previewImport(text, mode),

  readRawConfig,

  showRawConfig: ({ record }) => saved(showRawConfig(), record),

  saveRawConfig: {
    entry: ({ body }) => ({ detail: noted(body.note) }),
    work: ({ etag, body: { text, note }, operator, record }) =>
      saved(saveRawConfig({ baseEtag: etag, text, note, author: operator.username }), record),
  },

  readOtherKey: {
    entry: ({ query }) => ({ target: query.path }),
    work: ({ query }) => readOtherKey(query.path),
  },

  saveOtherKey: {
    entry: ({ body }) => ({ target: body.path }),
    work: ({ etag, body, operator }) => saveOtherKey({ ...body, baseEtag: etag, author: operator.username }),
  },

  removeOtherKey: {
    entry: ({ query }) => ({ target: query.path }),
    work: ({ etag, query: { path }, operator }) =>
      saveOtherKey({ baseEtag: etag, path, text: null, author: operator.username }),
  },
});

async function download(secrets: boolean): Promise<Partial<Answer>> {
  const { filename, bytes } = await exportConfig({ secrets });
  return {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
    },
    body: new Uint8Array(bytes),
  };
}
