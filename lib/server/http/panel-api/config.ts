import "server-only";
import { AppError, type InputProblem } from "@/lib/errors";
import type { ConfigFile } from "@/lib/server/config-file";
import type { Proposals } from "@/lib/server/panel";
import { fileFor } from "@/lib/server/panel/file-for-role";
import type { Answer } from "@/lib/server/http/door";
import { configRoutes, type KeyChange } from "@/lib/shared/contract/config";
import { getAt } from "@/lib/shared/settings/paths";
import type { Registry } from "@/lib/shared/settings/registry";
import { type Call, handlers } from "./handlers";
import { checkPaths, checkWholeFile } from "./sections";

export const noted = (config: Pick<ConfigFile, "withoutSecrets">, note: string | undefined) =>
  note ? { note: config.withoutSecrets(note) } : {};

type Editing = Pick<Call<typeof configRoutes.saveConfig>, "etag" | "author" | "session" | "requireProof">;

type SaveBase = Pick<
  Parameters<ConfigFile["save"]>[0],
  "baseEtag" | "author" | "onSecretChange" | "onChange"
>;

const described = async (saved: ReturnType<ConfigFile["save"]>) => (await saved).pageDocument();

/**
 * Saves an edit. Requires proof before the edit changes a secret, and adds its consequences to the answer.
 * @param approver set if the edit is a proposal
 */
export async function edited(
  proposals: Proposals,
  { etag, author, session, requireProof }: Editing,
  save: (base: SaveBase) => ReturnType<ConfigFile["save"]>,
  approver?: { operatorId: number; proposerId: number | null },
) {
  const reviewed = await proposals.sections();
  let consequences: readonly InputProblem[] = [];
  const onSecretChange = (problems: readonly InputProblem[]) => {
    consequences = problems;
    requireProof(problems);
  };
  const onChange = (paths: readonly string[], registry: Registry) => {
    checkPaths(session, paths, registry);
    proposals.refuseUnreviewed(reviewed, paths, registry, approver);
  };
  const answer = await described(save({ baseEtag: etag, author, onSecretChange, onChange }));
  return consequences.length === 0 ? answer : { ...answer, consequences: [...consequences] };
}

export const config = handlers(configRoutes, ({ config, env, panel: { proposals } }) => ({
  readConfig: async ({ session, query: { lists } }) => {
    const now = await config.read();
    return fileFor(session.role, await (lists === undefined ? now.document() : now.pageDocument()));
  },

  async readList({ query: { path } }) {
    const { etag, values } = await (await config.read()).document();
    const items = getAt(values, path);
    if (!Array.isArray(items)) throw new AppError("not-found", `There is no list at ${path}.`);
    return { etag, path, items };
  },

  saveConfig: {
    entry: ({ body: { operations, keys = [], repairs = [], note } }) => ({
      detail: { paths: [...operations, ...keys, ...repairs].map(({ path }) => path), ...noted(config, note) },
    }),
    work(call) {
      if (call.body.naming !== undefined) checkWholeFile(call.session, "naming");
      return edited(proposals, call, (base) => config.save({ ...base, ...call.body }));
    },
  },

  previewConfig: async ({ body: { operations, keys } }) => (await config.read()).preview(operations, keys),

  undoSave: {
    entry: ({ body }) => ({ target: body.to }),
    work: (call) => edited(proposals, call, (base) => config.revert({ ...base, to: { save: call.body.to } })),
  },

  createConfigFile: {
    entry: ({ body }) => ({ detail: noted(config, body.note) }),
    work: ({ body: { note }, author }) => described(config.create({ author, note })),
  },

  closeConfigFile: () => described(config.closeToOthers()),

  async configSchema({ headers }) {
    headers["content-type"] = "application/schema+json";
    return { ...(await (await config.read()).schema()) };
  },

  exportConfig: {
    entry: () => ({ detail: { secrets: false } }),
    work: () => download(config, false),
  },

  exportWithSecrets: {
    entry: ({ body: { secrets } }) => ({ detail: { secrets } }),
    work: ({ body: { secrets } }) => download(config, secrets),
  },

  previewImport: async ({ body: { text, mode } }) => (await config.read()).previewImport(text, mode),

  readRawConfig: async () => (await config.read()).rawText(),

  showRawConfig: async () => (await config.read()).rawText({ withSecrets: true }),

  saveRawConfig: {
    entry: ({ body }) => ({ detail: noted(config, body.note) }),
    work: (call) => edited(proposals, call, (base) => config.saveText({ ...base, ...call.body })),
  },

  readOtherKey: {
    entry: ({ query }) => ({ target: query.path }),
    work: async ({ query }) => (await config.read()).valueOfKey(query.path),
  },

  saveOtherKey: {
    entry: ({ body }) => ({ target: body.path }),
    work: (call) => saveKey({ config, proposals }, call, call.body),
  },

  removeOtherKey: {
    entry: ({ query }) => ({ target: query.path }),
    work: (call) => saveKey({ config, proposals }, call, { path: call.query.path, text: null }),
  },

  listHistories: () => config.histories(),
  chooseHistory: {
    entry: ({ body: { history } }) => ({ target: env.configPath, detail: { history } }),
    work: ({ body: { history } }) => config.chooseHistory(history),
  },
}));

const saveKey = (
  { config, proposals }: { config: ConfigFile; proposals: Proposals },
  call: Editing,
  { path, text, note }: KeyChange & { note?: string },
) =>
  edited(proposals, call, (base) => config.save({ ...base, note, operations: [], keys: [{ path, text }] }));

async function download(config: ConfigFile, secrets: boolean): Promise<Partial<Answer>> {
  const { filename, bytes } = (await config.read()).export({ secrets });
  return {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
    },
    body: new Uint8Array(bytes),
  };
}
