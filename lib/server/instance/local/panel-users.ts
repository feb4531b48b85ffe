import "server-only";
import type { PanelUser, UserTokenEntry } from "@/lib/shared/contract/users";
import { AppError } from "@/lib/errors";
import { audited, currentOrigin } from "@/lib/server/audit";
import type { UserEntry, UserToken } from "./types";
import type { Users } from "../instance";
import { recordAs } from "../recorded";
import type { LocalCaller } from "./caller";
import { cleanSearch, nameCursor, PAGE, pageOf, timeCursor } from "./page-cursor";

const iso = (at: number): string => new Date(at).toISOString();

const asTokenEntry = (token: UserToken, now = Date.now()): UserTokenEntry => ({
  id: token.id,
  name: token.name,
  createdBy: token.createdBy,
  createdAt: iso(token.createdAt),
  endsAt: iso(token.expiresAt),
  lastUsedAt: token.lastUsedAt === null ? null : iso(token.lastUsedAt),
  state: token.revokedAt !== null ? "revoked" : token.expiresAt <= now ? "ended" : "active",
});

export function localUsers(caller: LocalCaller, capabilities: { userBans: true | string }): Users {
  const { store, userId, actor, operators, withStore } = caller;

  const record = recordAs(actor);

  /** Returns a function that converts users for pages and marks operators of this panel. */
  async function presenter(): Promise<(user: UserEntry) => PanelUser> {
    const known = new Map((await operators()).map((one) => [one.userId, one]));
    return ({ id, username, disabled, rights, guildCount, createdAt }) => {
      const signsIn = known.get(id);
      return {
        id,
        username,
        disabled,
        rights: String(rights),
        guildCount,
        createdAt: iso(createdAt),
        operator: signsIn ? { username: signsIn.username, disabled: signsIn.disabled } : null,
        isSelf: id === userId,
      };
    };
  }

  const change = <T>(
    { action, id, detail }: { action: string; id: string; detail?: Record<string, unknown> },
    work: () => Promise<T>,
    describe: (result: T) => { target: string; detail?: Record<string, unknown> },
  ) => record({ action, to: "user", id, detail }, work, describe);

  return {
    async page({ search, after }) {
      const [present, found] = await Promise.all([
        presenter(),
        store.listUsers({
          search: cleanSearch(search),
          limit: PAGE + 1,
          ...(after !== undefined && { after: nameCursor(after) }),
        }),
      ]);
      const { shown, last } = pageOf(found);
      return { users: shown.map(present), next: last ? `${last.id}.${last.key}` : null };
    },

    async get(id) {
      const user = await store.getUser(id);
      const [present, guilds] = await Promise.all([presenter(), store.listManageableGuilds(id)]);
      const manages = guilds.map(({ id: guildId, name, owner }) => ({ id: guildId, name, owner }));
      return { ...present(user), manages, bot: user.bot };
    },

    async create(username) {
      const origin = await currentOrigin();
      return withStore(async (tx, inside) => {
        const made = await audited(
          tx,
          { actor, action: "user.create", origin },
          () => inside.createUser({ username }),
          (user) => ({ target: user.username, detail: { user: user.id } }),
        );
        return { id: made.id, username: made.username };
      });
    },

    async change(id, { disabled, rights }) {
      const isSelf = userId === id;
      if (isSelf && disabled)
        throw new AppError(
          "conflict",
          "You cannot disable your own account. Ask another operator to disable it.",
        );
      const { rights: before } = await store.getUser(id);
      const entry =
        rights === undefined
          ? { action: disabled ? "user.disable" : "user.enable", id }
          : { action: "user.rights", id, detail: { before: String(before), rights: String(rights) } };
      const work = () => store.changeUser(id, { disabled, rights, keepOperator: isSelf });
      const changed = await change(entry, work, ({ username }) => ({ target: username }));
      return (await presenter())(changed);
    },

    ban: () => Promise.reject(new AppError("not-offered", String(capabilities.userBans))),

    async tokens(id, { after }) {
      const found = await store.listUserTokens(id, {
        limit: PAGE + 1,
        ...(after !== undefined && { after: timeCursor(after) }),
      });
      const { shown, last } = pageOf(found);
      return {
        tokens: shown.map((token) => asTokenEntry(token)),
        next: last ? `${last.createdAt}.${last.id}` : null,
      };
    },

    async createToken(id, { name, expiresAt }) {
      const { token, entry } = await change(
        { action: "user.token.create", id },
        () => store.issueNamedToken(id, { name, expiresAt, createdBy: actor.name }),
        (made) => ({
          target: made.username,
          detail: { token: made.entry.id, name: made.entry.name, ends: iso(expiresAt) },
        }),
      );
      return { token, entry: asTokenEntry(entry) };
    },

    async revokeToken(id, tokenId) {
      const { entry } = await change(
        { action: "user.token.revoke", id, detail: { token: tokenId } },
        () => store.revokeNamedToken(id, tokenId),
        (done) => ({ target: done.username, detail: { name: done.entry.name } }),
      );
      return asTokenEntry(entry);
    },
  };
}
