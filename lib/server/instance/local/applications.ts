import "server-only";
import { type NewRow, prepared, type Tx } from "@/lib/server/db";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { AppError } from "@/lib/errors";
import type { Application } from "./types";
import { normaliseName } from "./names";
import { issueSecond, signToken } from "./tokens";
import { atomicallyAudited, type Local } from "./context";
import { endTokens } from "./end-tokens";
import { applicationForUpdate, userForUpdate } from "./locks";
import { applicationsWithNames, asApplication } from "./application-rows";
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
 * A bot is a user whose id is its application's id. It has no instance-wide rights: its permissions come from guilds.
 */
async function insertBot(tx: Tx, application: { id: string; name: string }, now: number) {
  const bot = newUser({ id: application.id, username: application.name, bot: true, rights: "0" }, now);
  await insertUser(tx, bot);
  return bot;
}

/** Returns the bot's row. Creates the row if the application has no bot. */
async function botOf(tx: Tx, application: { id: string; name: string; bot_user_id: string | null }) {
  if (application.bot_user_id !== null) return (await tokensValidSince(tx, { id: application.id }))[0];
  const bot = await insertBot(tx, application, Date.now());
  await setBot(tx, { id: application.id });
  return bot;
}

/** @throws AppError `unknown-application`, `not-application-owner` */
export async function ownApplication(tx: Tx, callerId: string, id: string) {
  const application = isSnowflake(id) ? await applicationForUpdate(tx, id) : undefined;
  if (!application) throw new AppError("unknown-application");
  if (application.owner_id !== callerId) throw new AppError("not-application-owner");
  return application;
}

function botToken(key: string | null, id: string, validSince: number): { token: string } {
  return { token: signToken(key, { userId: id, issuedAt: issueSecond(validSince), unique: true }) };
}

/** Revokes the tokens of the application's bot and signs a new one. @throws AppError `application-has-no-bot` */
export async function renewToken(
  tx: Tx,
  key: string | null,
  { id, bot_user_id }: { id: string; bot_user_id: string | null },
): Promise<{ token: string }> {
  const bot = bot_user_id === null ? undefined : await userForUpdate(tx, bot_user_id);
  if (!bot) throw new AppError("application-has-no-bot");
  return botToken(key, id, await endTokens(tx, bot));
}

export function applications(local: Local) {
  const { db, snowflakes, settings, jwtSecret } = local;

  return {
    /**
     * Creates an application, and its bot if `general.autoCreateBotUsers` is on (docs/instance-api.md).
     * @throws `invalid-input` at `name`
     */
    async createApplication(ownerId: string, input: { name: string }): Promise<Application> {
      const live = await settings();
      const name = normaliseName(input.name, live.get("limits.user.maxUsername"));
      const withBot = live.get("general.autoCreateBotUsers");
      const work = async (tx: Tx, username: string | undefined): Promise<Application> => {
        const id = snowflakes.next();
        const now = Date.now();
        if (username === undefined) throw new AppError("unauthorized");
        if (withBot) await insertBot(tx, { id, name }, now);
        await insertApplication(tx, {
          id,
          name,
          description: "",
          icon: null,
          bot_public: 1,
          flags: 0,
          owner_id: ownerId,
          bot_user_id: withBot ? id : null,
          created_at: now,
        });
        const bot = withBot ? { id, username: name } : null;
        return {
          id,
          name,
          description: "",
          icon: null,
          botPublic: true,
          flags: 0,
          owner: { id: ownerId, username },
          bot,
          createdAt: now,
        };
      };
      return atomicallyAudited(local, ownerId, work, ({ id }) => ({
        action: "application.create",
        target: name,
        detail: { application: id, ...(withBot && { bot: true }) },
      }));
    },

    /** Newest first. Without an owner, lists all applications. */
    async listApplications(ownerId?: string): Promise<Application[]> {
      const query = applicationsWithNames(db)
        .orderBy("applications.created_at", "desc")
        .orderBy("applications.id", "desc");
      const rows = await (ownerId === undefined ? query : query.where("owner_id", "=", ownerId)).execute();
      return rows.map(asApplication);
    },

    /**
     * Creates the application's bot if it has none, and issues a token for the bot (docs/instance-api.md).
     * @throws `unknown-application`, `not-application-owner`
     */
    async createBot(callerId: string, applicationId: string): Promise<{ token: string }> {
      const key = await jwtSecret();
      const work = async (tx: Tx) => {
        const application = await ownApplication(tx, callerId, applicationId);
        const bot = await botOf(tx, application);
        if (!bot) throw new AppError("unknown-application");
        return { application, token: botToken(key, application.id, bot.valid_tokens_since) };
      };
      const { token } = await atomicallyAudited(local, callerId, work, ({ application }) => ({
        action: "bot.token",
        target: application.name,
        detail: { application: application.id, ...(application.bot_user_id === null && { bot: true }) },
      }));
      return token;
    },

    /**
     * Revokes all tokens of the bot and issues a new one.
     * @throws `unknown-application`, `not-application-owner`, `application-has-no-bot`
     */
    async resetBotToken(callerId: string, applicationId: string): Promise<{ token: string }> {
      const key = await jwtSecret();
      const work = async (tx: Tx) => {
        const { id, name, bot_user_id } = await ownApplication(tx, callerId, applicationId);
        return { id, name, token: await renewToken(tx, key, { id, bot_user_id }) };
      };
      const { token } = await atomicallyAudited(local, callerId, work, ({ id, name }) => ({
        action: "bot.reset",
        target: name,
        detail: { application: id },
      }));
      return token;
    },
  };
}
