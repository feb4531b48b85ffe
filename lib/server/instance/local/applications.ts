import "server-only";
import { type NewRow, prepared, type Row, type Tx } from "@/lib/server/db";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { AppError } from "@/lib/errors";
import {
  type Application,
  applicationRow,
  applicationsWithNames,
  asApplication,
  type BotEdit,
  botToken,
  changeApplication,
  changedIn,
  changesFor,
  findApplication,
  removeApplication,
  renewToken,
} from "./application-rows";
import { applicationForUpdate, atomicallyAudited, type Local } from "./context";
import { normalizeName } from "./names";
import { insertUser, newUser } from "./users";

const tokensValidSince = prepared((db, { id }: { id: string }) =>
  db.selectFrom("users").select("valid_tokens_since").where("id", "=", id),
);
const insertApplication = prepared((db, row: NewRow<"applications">) =>
  db.insertInto("applications").values(row),
);
const setBot = prepared((db, { id }: { id: string }) =>
  db.updateTable("applications").set({ bot_user_id: id }).where("id", "=", id),
);

/**
 * Inserts a bot: a user with the application's id and without instance-wide rights. A bot's permissions come
 * from guilds.
 */
async function insertBot(tx: Tx, application: { id: string; name: string }, now: number) {
  const bot = newUser({ id: application.id, username: application.name, bot: true, rights: "0" }, now);
  await insertUser(tx, bot);
  return bot;
}

async function botOf(tx: Tx, application: { id: string; name: string; bot_user_id: string | null }) {
  if (application.bot_user_id !== null) return (await tokensValidSince(tx, { id: application.id }))[0];
  const bot = await insertBot(tx, application, Date.now());
  await setBot(tx, { id: application.id });
  return bot;
}

/** @throws AppError `unknown-application`, `not-application-owner` */
async function ownApplication(tx: Tx, callerId: string, id: string) {
  const application = isSnowflake(id) ? await applicationForUpdate(tx, id) : undefined;
  if (!application) throw new AppError("unknown-application");
  if (application.owner_id !== callerId) throw new AppError("not-application-owner");
  return application;
}

export function applications(local: Local) {
  const { db, snowflakes, settings, jwtSecret } = local;

  /**
   * @param work a function whose result contains the application's name
   * @param detailOf a function that returns further details for the audit entry
   * @throws AppError `unknown-application`, `not-application-owner`
   */
  const change = <T extends { name: string }>(
    { action, callerId, id }: { action: string; callerId: string; id: string },
    work: (tx: Tx, application: Row<"applications">) => Promise<T>,
    detailOf: (result: T) => object = () => ({}),
  ): Promise<T> =>
    atomicallyAudited(
      local,
      callerId,
      async (tx) => work(tx, await ownApplication(tx, callerId, id)),
      (result) => ({ action, target: result.name, detail: { application: id, ...detailOf(result) } }),
    );

  return {
    /** @throws `invalid-input` at `name` */
    async createApplication(ownerId: string, input: { name: string }): Promise<Application> {
      const live = await settings();
      const name = normalizeName(input.name, live.get("limits.user.maxUsername"));
      const withBot = live.get("general.autoCreateBotUsers");
      const work = async (tx: Tx, username: string | undefined): Promise<Application> => {
        const id = snowflakes.next();
        const now = Date.now();
        if (username === undefined) throw new AppError("unauthorized");
        if (withBot) await insertBot(tx, { id, name }, now);
        const row = {
          id,
          name,
          description: "",
          icon: null,
          bot_public: 1,
          flags: 0,
          owner_id: ownerId,
          bot_user_id: withBot ? id : null,
          created_at: now,
        };
        await insertApplication(tx, row);
        return asApplication({ ...row, owner_username: username, bot_username: withBot ? name : null });
      };
      return atomicallyAudited(local, ownerId, work, ({ id }) => ({
        action: "application.create",
        target: name,
        detail: { application: id, ...(withBot && { bot: true }) },
      }));
    },

    /** Newest first. */
    async listApplications(ownerId: string): Promise<Application[]> {
      const rows = await applicationsWithNames(db)
        .where("owner_id", "=", ownerId)
        .orderBy("applications.created_at", "desc")
        .orderBy("applications.id", "desc")
        .execute();
      return rows.map(asApplication);
    },

    /**
     * Creates the application's bot if it has none, and issues a token for the bot (docs/instance-api.md).
     * @throws `unknown-application`, `not-application-owner`
     */
    async createBot(callerId: string, id: string): Promise<{ token: string }> {
      const key = await jwtSecret();
      const issue = async (tx: Tx, application: Row<"applications">) => {
        const bot = await botOf(tx, application);
        if (!bot) throw new AppError("unknown-application");
        const isNew = application.bot_user_id === null;
        return { name: application.name, isNew, ...botToken(key, id, bot.valid_tokens_since) };
      };
      const { token } = await change({ action: "bot.token", callerId, id }, issue, ({ isNew }) =>
        isNew ? { bot: true } : {},
      );
      return { token };
    },

    /** @throws `unknown-application`, `not-application-owner`, `application-has-no-bot` */
    async resetBotToken(callerId: string, id: string): Promise<{ token: string }> {
      const key = await jwtSecret();
      const renew = async (tx: Tx, application: Row<"applications">) => ({
        name: application.name,
        ...(await renewToken(tx, key, application)),
      });
      const { token } = await change({ action: "bot.reset", callerId, id }, renew);
      return { token };
    },

    /** Like `getApplication`, regardless of the owner. @throws `unknown-application` */
    getBot: (id: string): Promise<Application> => findApplication(db, id),

    /** @throws `unknown-application`, `not-application-owner` */
    async getApplication(callerId: string, id: string): Promise<Application> {
      const row = await applicationRow(db, id);
      if (!row) throw new AppError("unknown-application");
      if (row.owner_id !== callerId) throw new AppError("not-application-owner");
      return asApplication(row);
    },

    /**
     * A new name also renames the bot's user and roles.
     * @throws `unknown-application`, `not-application-owner`; `invalid-input` at `name`, `description`
     */
    async editApplication(callerId: string, id: string, edit: BotEdit): Promise<Application> {
      const changes = changesFor(edit, await settings());
      const entry = { action: "bot.edit", callerId, id };
      return change(
        entry,
        (tx) => changeApplication(tx, id, changes),
        () => ({ changed: changedIn(edit) }),
      );
    },

    /**
     * The bot leaves every guild, and its tokens are no longer accepted.
     * @throws `unknown-application`, `not-application-owner`
     */
    async deleteApplication(callerId: string, id: string): Promise<void> {
      await change({ action: "bot.delete", callerId, id }, (tx) => removeApplication(tx, id));
    },
  };
}
