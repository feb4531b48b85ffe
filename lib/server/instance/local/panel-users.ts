import "server-only";
import { sql } from "kysely";
import { AppError } from "@/lib/errors";
import { currentOrigin } from "@/lib/server/audit";
import { type Db, dialectOf, type Tx } from "@/lib/server/db";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import type { PanelUser } from "@/lib/shared/contract/users";
import { recordAs, type Users } from "../instance";
import { hasRight, Right, users } from "./users";
import { atomically, inTransaction, type LocalCaller, userForUpdate } from "./context";
import { guilds } from "./guilds";
import { cleanSearch, isoTime, type NameCursor, pageOf, prefixRange, rowsAfter, rowsByName } from "./pages";

const userGone = () => new AppError("not-found", "No user has this id. Go back to the list of users.");

const people = (db: Db | Tx) =>
  db
    .selectFrom("users")
    .selectAll()
    .select((select) =>
      select
        .selectFrom("members")
        .whereRef("members.user_id", "=", "users.id")
        .select((count) => count.fn.countAll<number>().as("count"))
        .as("guild_count"),
    )
    .where("users.bot", "=", 0)
    .where("users.deleted", "=", 0);

type PersonRow = Awaited<ReturnType<ReturnType<typeof people>["execute"]>>[number];

export function userPage(db: Db | Tx, search: string, after?: NameCursor) {
  const page = rowsAfter(people(db), ["users.username_key", "users.id"], after);
  if (search === "") return page;
  const { from, to } = prefixRange(search);
  return page.where("users.username_key", ">=", from).where("users.username_key", "<", to);
}

/** @throws AppError `not-found` */
export async function findPerson(db: Db | Tx, id: string): Promise<PersonRow> {
  const row = isSnowflake(id) ? await people(db).where("users.id", "=", id).executeTakeFirst() : undefined;
  if (!row) throw userGone();
  return row;
}

/** @throws AppError `not-found` */
export async function lockPerson(tx: Tx, id: string) {
  const row = isSnowflake(id) ? await userForUpdate(tx, id) : undefined;
  if (!row || row.bot === 1 || row.deleted === 1) throw userGone();
  return row;
}

/** @throws AppError `conflict` if no other enabled person has OPERATOR */
async function requireAnotherOperator(tx: Tx, id: string): Promise<void> {
  // OPERATOR is the lowest bit, so the rights of operators are odd numbers.
  const { rows } = await sql`
    select id from users
    where bot = 0 and deleted = 0 and disabled = 0 and id <> ${id}
      and substr(rights, length(rights), 1) in ('1', '3', '5', '7', '9')
    limit 1
  `.execute(tx);
  if (rows.length === 0)
    throw new AppError(
      "conflict",
      "This is the only user with the Operator right. Give the right to another user first.",
    );
}

/**
 * A disabled user's tokens are refused until the user is enabled.
 * @param change `isSelf`: whether callers change their own user
 * @throws AppError `conflict` if callers would give up OPERATOR and no other enabled person has it
 */
async function changeUser(
  tx: Tx,
  id: string,
  { disabled, rights, isSelf }: { disabled?: boolean; rights?: bigint; isSelf: boolean },
): Promise<PersonRow> {
  // Without this lock, two operators could drop OPERATOR at the same time, because each transaction would still
  // count the other operator.
  if (isSelf && dialectOf(tx) === "postgres")
    await sql`lock table users in share row exclusive mode`.execute(tx);
  const had = hasRight(BigInt((await lockPerson(tx, id)).rights), Right.OPERATOR);
  if (isSelf && had && rights !== undefined && !hasRight(rights, Right.OPERATOR))
    await requireAnotherOperator(tx, id);
  const changes = {
    ...(disabled !== undefined && { disabled: disabled ? 1 : 0 }),
    ...(rights !== undefined && { rights: rights.toString() }),
  };
  if (Object.keys(changes).length > 0)
    await tx.updateTable("users").set(changes).where("id", "=", id).execute();
  return findPerson(tx, id);
}

export function localUsers(caller: LocalCaller) {
  const { audit, db, userId, actor, operators } = caller;
  const record = recordAs(audit, actor, db);

  async function presenter(): Promise<(row: PersonRow) => PanelUser> {
    const known = new Map((await operators()).map((one) => [one.userId, one]));
    return ({ id, username, disabled, rights, guild_count, created_at }) => {
      const signsIn = known.get(id);
      return {
        id,
        username,
        disabled: disabled === 1,
        rights: String(BigInt(rights)),
        guildCount: guild_count ?? 0,
        createdAt: isoTime(created_at),
        operator: signsIn ? { username: signsIn.username, disabled: signsIn.disabled } : null,
        isSelf: id === userId,
      };
    };
  }

  return {
    async page({ search: typed, after }) {
      const search = cleanSearch(typed);
      const [present, rows] = await Promise.all([
        presenter(),
        rowsByName(
          { search, after },
          (cursor) => userPage(db, search, cursor).execute(),
          (id) => people(db).where("users.id", "=", id).execute(),
        ),
      ]);
      const { shown, next } = pageOf(rows, ({ id, username_key }) => `${id}.${username_key}`);
      return { users: shown.map(present), next };
    },

    async get(id) {
      const user = await findPerson(db, id);
      const [present, managed] = await Promise.all([presenter(), guilds(caller).listManageableGuilds(id)]);
      const manages = managed.map(({ id: guildId, name, owner }) => ({ id: guildId, name, owner }));
      return { ...present(user), manages, bot: false };
    },

    async create(typed) {
      const entry = { actor, action: "user.create", origin: await currentOrigin() };
      return inTransaction(caller, (tx, inside) =>
        audit.audited(
          tx,
          entry,
          () => users(inside).createUser({ username: typed }),
          ({ id, username }) => ({ target: username, detail: { user: id } }),
        ),
      );
    },

    async change(id, { disabled, rights }) {
      const isSelf = userId === id;
      if (isSelf && disabled)
        throw new AppError(
          "conflict",
          "You cannot disable your own account. Ask another operator to disable it.",
        );
      const before = String(BigInt((await findPerson(db, id)).rights));
      const entry =
        rights === undefined
          ? { action: disabled ? "user.disable" : "user.enable" }
          : { action: "user.rights", detail: { before, rights: String(rights) } };
      const changed = await record(
        { ...entry, to: "user", id },
        () => atomically(caller, (tx) => changeUser(tx, id, { disabled, rights, isSelf })),
        ({ username }) => ({ target: username }),
      );
      return (await presenter())(changed);
    },
  } satisfies Partial<Users>;
}
