import "server-only";
import { AppError } from "@/lib/errors";
import { db } from "@/lib/server/db";
import { instances } from "@/lib/server/instance";
import {
  changeOperator,
  changePassword,
  endSessions,
  listOperators,
  removeOperator,
  requirePassword,
} from "@/lib/server/operators/accounts";
import { announceEndedSessions } from "@/lib/server/operators/ended-sessions";
import { endSession, listSessions } from "@/lib/server/operators/session-store";
import { configFile } from "@/lib/server/config-file";
import { editionOf } from "@/lib/shared/settings/editions";
import { operatorRoutes } from "@/lib/shared/contract/operators";
import { endEveryUserToken, endUserTokens, localUserId } from "@/lib/server/panel/operator-users";
import { handlers } from "./handlers";
import { createApiToken, listApiTokens, revokeApiToken } from "@/lib/server/operators/api-tokens";

const USER_TOKEN_SECONDS = 15 * 60;

export const operators = handlers(operatorRoutes, {
  listOperators: () => listOperators(db()),

  changeOperator: {
    entry({ params: { id }, body }) {
      if ("disabled" in body)
        return { action: body.disabled ? "operator.disable" : "operator.enable", detail: { id } };
      if ("role" in body) return { action: "operator.role", detail: { id, role: body.role } };
      if ("sections" in body) return { action: "operator.sections", detail: { id, sections: body.sections } };
      return { action: "operator.rename", detail: { id, name: body.username } };
    },
    async work({ params: { id }, body, record }) {
      if ("sections" in body) await refuseUnknownSections(body.sections ?? []);
      const changed = await changeOperator(db(), id, body);
      record({ target: changed.username });
      // The instance does not know about roles, so an operator who becomes a viewer could still make changes
      // with earlier tokens.
      const losesInstance =
        ("role" in body && changed.role === "viewer") || ("sections" in body && body.sections !== null);
      if (changed.disabled || losesInstance) await endEveryUserToken(changed);
      else if ("role" in body) await endUserTokens(changed);
      return changed;
    },
  },

  removeOperator: {
    entry: ({ params: { id } }) => ({ detail: { id } }),
    async work({ params: { id }, record }) {
      const removed = await removeOperator(db(), id);
      record({ target: removed.username });
      await endEveryUserToken(removed);
      return { removed: true };
    },
  },

  async requirePassword({ params: { id }, operator, record }) {
    const changed = await requirePassword(db(), operator, id);
    record({ target: changed.username });
    await endEveryUserToken(changed);
    return changed;
  },

  async endOperatorSessions({ params: { id }, record }) {
    const ended = await endSessions(db(), id);
    record({ target: ended.username });
    await endUserTokens(ended);
    return { ended: true };
  },

  listSessions: ({ operator, session, query: { after } }) =>
    listSessions(db(), operator.id, { current: session.id, after }),

  endSessions: {
    entry: ({ operator }) => ({ target: operator.username }),
    async work({ operator }) {
      await endSessions(db(), operator.id);
      await endUserTokens(operator);
      return { ended: true };
    },
  },

  endSession: {
    entry: ({ operator }) => ({ target: operator.username }),
    async work({ operator, params: { id } }) {
      if (!(await endSession(db(), operator.id, id)))
        throw new AppError("not-found", "This session has ended. Reload the page to see the current list.");
      await endUserTokens(operator);
      void announceEndedSessions();
      return { ended: true };
    },
  },

  async userToken({ operator, session }) {
    const { token, expiresAt } = await instances().store().issueUserToken(localUserId(operator), {
      expiresInSeconds: USER_TOKEN_SECONDS,
      sessionId: session.id,
    });
    return { token, expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString() };
  },

  changePassword: {
    entry: ({ operator }) => ({ target: operator.username }),
    async work({ operator, body: { next } }) {
      await changePassword(db(), operator, next);
      await endUserTokens(operator);
      return { changed: true };
    },
  },

  listApiTokens: ({ operator, session: { role } }) =>
    listApiTokens(db(), role === "owner" ? undefined : operator.id),

  createApiToken: {
    entry: ({ operator, body: { name, role, confirmed, expiresInDays } }) => ({
      target: name,
      detail: { operator: operator.username, role, confirmed, days: expiresInDays },
    }),
    work: ({ session, body: { expiresInDays, ...input } }) =>
      createApiToken(db(), session, { ...input, expiresAt: Date.now() + expiresInDays * DAY }),
  },

  async revokeApiToken({ session, params: { id }, record }) {
    const { name, operator } = await revokeApiToken(db(), session, id);
    record({ target: name, detail: { operator: operator.username } });
    // Somebody who knew the API token may have obtained a user token with it.
    await endUserTokens(operator);
    return { revoked: id };
  },
});

async function refuseUnknownSections(ids: readonly string[]): Promise<void> {
  const { version } = await configFile().read();
  const { sectionById, sections } = (version?.edition ?? editionOf("neutral")).registry;
  const unknown = ids.find((id) => sectionById(id) === undefined);
  if (unknown === undefined) return;
  const message = `There is no section "${unknown.slice(0, 60)}". The sections are: ${sections.map(({ id }) => id).join(", ")}.`;
  throw new AppError("invalid-settings", message, { problems: [{ path: "sections", message }] });
}

const DAY = 24 * 60 * 60 * 1000;
