import "server-only";
import * as z from "zod";
import { AppError } from "@/lib/errors";
import { isSnowflake, snowflakeTime } from "@/lib/shared/chat/snowflake";
import type { BotChanges, PanelApplication, PanelBot } from "@/lib/shared/contract/bots";
import type { Applications } from "../instance";
import { explained, ifOffered, type UpstreamCaller } from "./client";
import { UpstreamError } from "./failure";

/** Maximum lengths that the panel accepts, in characters. The instance's limits may be lower. */
const LIMITS = { name: 100, description: 4_000 };

/** Maximum size of the list of an account's applications in bytes. The instance does not page it: 1.5 kB each. */
const LARGEST_LIST = 64 * 1024 * 1024;

const application = z.object({
  id: z.string().refine(isSnowflake),
  name: z.string(),
  description: z.string().nullish(),
  icon: z.string().nullish(),
  bot_public: z.boolean().nullish(),
  owner: z.object({ id: z.string(), username: z.string() }).nullish().catch(null),
  bot: z.object({ id: z.string().nullish(), username: z.string().nullish() }).nullish(),
  custom_install_url: z.string().nullish(),
});
const created = application.partial({ name: true });
/** The response for an invite link. It describes the application to people who may add its bot. */
const offered = z.object({ application, bot: application.shape.bot });
export const issued = z.object({ token: z.string().min(1) });

export type Entry = z.output<typeof application>;

const NOT_LISTED = "Your instance does not list an account's applications. Open an application by its id.";
const NOT_READABLE =
  "Your instance lists an application that the panel cannot read, so this run could create a bot again. Nothing was changed. Create the bots on the Bots page instead.";
const NOT_REPORTED =
  "Your instance does not return the details of an application. Everything else works with its id.";

/** Ids become parts of paths. @throws AppError `unknown-application` */
export function checkId(id: string): void {
  if (!isSnowflake(id)) throw new AppError("unknown-application");
}

const isNotOffered = (error: unknown) => error instanceof AppError && error.code === "not-offered";

export class Reader {
  constructor(private readonly caller: UpstreamCaller) {}

  shown(entry: Entry): PanelApplication {
    const { id, name, description, bot_public, bot } = entry;
    const { account } = this.caller;
    const accountOwner =
      account?.id != null && account.username !== null
        ? { id: account.id, username: account.username }
        : null;
    return {
      id,
      name,
      description: description ?? "",
      public: bot_public ?? null,
      // The panel's pages do not load pictures from the instance's CDN.
      icon: null,
      owner: entry.owner ?? accountOwner,
      hasBot: bot != null,
      username: bot?.username ?? null,
      bot: bot == null ? null : { id: bot.id ?? id, username: bot.username ?? name },
      createdAt: new Date(snowflakeTime(id)).toISOString(),
    };
  }

  /**
   * Newest first. Without `complete`, skips entries that the panel cannot read.
   * @throws AppError `not-offered`; `conflict`
   */
  async list({ complete = false } = {}): Promise<Entry[]> {
    const answer = await ifOffered(
      this.caller.asAccount().ask("GET", "/applications", { largest: LARGEST_LIST }),
    );
    if (!Array.isArray(answer)) throw new AppError("not-offered", NOT_LISTED);
    const entries = answer.flatMap((one) => application.safeParse(one).data ?? []);
    if (complete && entries.length < answer.length) throw new AppError("conflict", NOT_READABLE);
    return entries.toSorted((a, b) => (BigInt(a.id) > BigInt(b.id) ? -1 : 1));
  }

  /**
   * @throws AppError `unknown-application`; `not-offered` if the instance can neither list nor return
   * applications
   */
  async one(id: string): Promise<Entry> {
    checkId(id);
    const answer = await ifOffered(this.caller.asAccount().ask("GET", `/applications/${id}`));
    const entry = application.safeParse(answer).data ?? (await this.listed(id));
    if (entry) return entry;
    throw new AppError("unknown-application", "The connected account has no application with this id.");
  }

  private async listed(id: string): Promise<Entry | undefined> {
    const all = await this.list().catch((error: unknown) => {
      throw isNotOffered(error) ? new AppError("not-offered", NOT_REPORTED) : error;
    });
    return all.find((one) => one.id === id);
  }

  /**
   * Returns another user's application as its invite link shows it.
   * @throws AppError `not-offered` if the instance lacks the route
   */
  async offered(id: string): Promise<Entry> {
    const path = `/oauth2/authorize?${new URLSearchParams({ client_id: id })}`;
    const { data } = offered.safeParse(await ifOffered(this.caller.asAccount().ask("GET", path)));
    if (data) return { ...data.application, bot: data.bot };
    throw new AppError("not-offered", NOT_REPORTED);
  }

  async knows(id: string): Promise<boolean | null> {
    try {
      await this.one(id);
      return true;
    } catch (error) {
      const isGone =
        error instanceof UpstreamError
          ? error.isNotFound
          : error instanceof AppError && error.code === "unknown-application";
      return isGone ? false : null;
    }
  }
}

const TO_TRY = "Try again: if the application was created, the panel finds and uses it.";
const TO_CHECK =
  "The panel cannot check whether the application exists, because the instance does not list applications. Look for it in a client: if it exists, continue with its id, because another attempt creates a second application.";

export function upstreamApplications(caller: UpstreamCaller): Applications {
  const { record, asAccount } = caller;
  const reader = new Reader(caller);

  const idsBefore = async (): Promise<Set<string> | null> =>
    reader.list().then(
      (all) => new Set(all.map(({ id }) => id)),
      (error: unknown) => {
        if (isNotOffered(error)) return null;
        throw error;
      },
    );

  async function make(name: string): Promise<Entry> {
    const before = await idsBefore();
    const request = { body: { name } };
    const creation = asAccount().get(created, "the application's id", "POST", "/applications", request);
    return explained(
      creation.then((entry) => ({ ...entry, name: entry.name ?? name })),
      {
        async unknown(error) {
          const after = before && (await reader.list().catch(() => []));
          const newEntry = after?.find((one) => one.name === name && !before?.has(one.id));
          if (newEntry) return newEntry;
          throw error.reworded(`${error.message} ${before ? TO_TRY : TO_CHECK}`);
        },
      },
    );
  }

  return {
    limits: () => Promise.resolve(LIMITS),

    list: async (options) => (await reader.list(options)).map((one) => reader.shown(one)),

    async create(name) {
      const entry = { action: "application.create", target: name.slice(0, 100) };
      const createdApplication = await record(
        entry,
        () => make(name),
        (done) => ({ target: done.name, detail: { application: done.id } }),
      );
      return { ...reader.shown(createdApplication), isNew: true };
    },

    edit: (id, changes) => editApplication(caller, reader, id, changes),

    async issueToken(id) {
      checkId(id);
      return record({ action: "bot.token", to: "application", id, target: id }, () =>
        explained(asAccount().get(issued, "the bot's token", "POST", `/applications/${id}/bot`), {
          unknown:
            "The bot may have been created. Another attempt requests a token of the same bot; if the instance refuses, reset its token on the bot's page.",
        }),
      );
    },
  };
}

export async function editApplication(
  { record, asAccount }: UpstreamCaller,
  reader: Reader,
  id: string,
  { public: bot_public, username, ...texts }: BotChanges,
): Promise<PanelBot> {
  checkId(id);
  const changes = { ...texts, bot_public };
  const changed = [...Object.keys(texts), ...(bot_public === undefined ? [] : ["public"])];
  const notOffered = "Your instance's API cannot change applications. Use a client instead.";
  const send = (path: string, body: unknown) =>
    explained(asAccount().ask("PATCH", `/applications/${id}${path}`, { body }), { notOffered });
  const detail = { changed: username === undefined ? changed : [...changed, "username"] };
  await record({ action: "bot.edit", to: "application", id, target: id, detail }, async () => {
    if (changed.length > 0) await send("", changes);
    if (username === undefined) return;
    await send("/bot", { username }).catch((error: unknown) => {
      if (changed.length === 0 || !(error instanceof UpstreamError)) throw error;
      throw error.reworded(`The application was saved, but not the bot's username. ${error.message}`);
    });
  });
  const entry = await reader.one(id).catch((error: unknown) => {
    if (!(error instanceof UpstreamError)) throw error;
    const words = "The change was saved, but the panel could not read the bot again. Reload the page.";
    throw error.reworded(words, { hadNoEffect: false });
  });
  return reader.shown(entry);
}
