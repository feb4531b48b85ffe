import "server-only";
import type {
  PanelUser,
  UserDetail,
  UserPage,
  UserTokenEntry,
  UserTokenPage,
} from "@/lib/shared/contract/users";
import { db } from "@/lib/server/db";
import { instanceStore, type UserEntry, type UserToken } from "@/lib/server/instance";
import { listOperators, type Operator } from "@/lib/server/operators";
import { localUserId } from "./local-user";
import { cleanSearch, nameCursor, PAGE, pageOf, type PageQuery, timeCursor } from "./page-cursor";

/** Makes what pages are sent of users: whether they are operators of this panel is known only here. */
async function presenter(operator: Operator): Promise<(user: UserEntry) => PanelUser> {
  const operators = new Map((await listOperators(db())).map((one) => [one.userId, one]));
  return ({ id, username, disabled, rights, guildCount, createdAt }) => {
    const signsIn = operators.get(id);
    return {
      id,
      username,
      disabled,
      rights: String(rights),
      guildCount,
      createdAt: new Date(createdAt).toISOString(),
      operator: signsIn ? { username: signsIn.username, disabled: signsIn.disabled } : null,
      isSelf: id === operator.userId,
    };
  };
}

/** One user as pages show it. */
export const asPanelUser = async (operator: Operator, user: UserEntry): Promise<PanelUser> =>
  (await presenter(operator))(user);

/**
 * A page of all people, by name.
 * @throws AppError `conflict` with an upstream instance; `invalid-input` for a cursor that is none
 */
export async function userPage(operator: Operator, { search, after }: PageQuery): Promise<UserPage> {
  localUserId(operator);
  const [present, found] = await Promise.all([
    presenter(operator),
    instanceStore().listUsers({
      search: cleanSearch(search),
      limit: PAGE + 1,
      ...(after !== undefined && { after: nameCursor(after) }),
    }),
  ]);
  const { shown, last } = pageOf(found);
  return { users: shown.map(present), next: last ? `${last.id}.${last.key}` : null };
}

/** @throws AppError `conflict` with an upstream instance; `not-found` */
export async function userDetail(operator: Operator, id: string): Promise<UserDetail> {
  localUserId(operator);
  const store = instanceStore();
  const user = await store.getUser(id);
  const [shown, guilds] = await Promise.all([asPanelUser(operator, user), store.listManageableGuilds(id)]);
  return { ...shown, manages: guilds.map(({ id: guildId, name, owner }) => ({ id: guildId, name, owner })) };
}

const iso = (at: number): string => new Date(at).toISOString();

export const asTokenEntry = (token: UserToken, now = Date.now()): UserTokenEntry => ({
  id: token.id,
  name: token.name,
  createdBy: token.createdBy,
  createdAt: iso(token.createdAt),
  endsAt: iso(token.expiresAt),
  lastUsedAt: token.lastUsedAt === null ? null : iso(token.lastUsedAt),
  state: token.revokedAt !== null ? "revoked" : token.expiresAt <= now ? "ended" : "active",
});

/**
 * A page of a user's tokens that have a name, newest first.
 * @throws AppError `conflict` with an upstream instance; `invalid-input` for a cursor that is none
 */
export async function userTokenPage(
  operator: Operator,
  id: string,
  { after }: PageQuery,
): Promise<UserTokenPage> {
  localUserId(operator);
  const found = await instanceStore().listUserTokens(id, {
    limit: PAGE + 1,
    ...(after !== undefined && { after: timeCursor(after) }),
  });
  const { shown, last } = pageOf(found);
  return {
    tokens: shown.map((token) => asTokenEntry(token)),
    next: last ? `${last.createdAt}.${last.id}` : null,
  };
}
