import "server-only";
import { AppError } from "@/lib/errors";
import { instances } from "@/lib/server/instance";
import { configFile } from "@/lib/server/config-file";
import { editionOf } from "@/lib/shared/settings/editions";
import { operatorRoutes } from "@/lib/shared/contract/operators";
import { endEveryUserToken, endUserTokens, localUserId } from "@/lib/server/panel/operator-users";
import { handlers } from "./handlers";
import { operators as accounts } from "@/lib/server/panel/rooms";

const USER_TOKEN_SECONDS = 15 * 60;

export const operators = handlers(operatorRoutes, {
  listOperators: () => accounts().listOperators(),

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
      const changed = await accounts().changeOperator(id, body);
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
      const removed = await accounts().removeOperator(id);
      record({ target: removed.username });
      await endEveryUserToken(removed);
      return { removed: true };
    },
  },

  async requirePassword({ params: { id }, operator, record }) {
    const changed = await accounts().requirePassword(operator, id);
    record({ target: changed.username });
    await endEveryUserToken(changed);
    return changed;
  },

  async endOperatorSessions({ params: { id }, record }) {
    const ended = await accounts().endSessions(id);
    record({ target: ended.username });
    await endUserTokens(ended);
    return { ended: true };
  },

  listSessions: ({ operator, session, query: { after } }) =>
    accounts().listSessions(operator.id, { current: session.id, after }),

  endSessions: {
    entry: ({ operator }) => ({ target: operator.username }),
    async work({ operator }) {
      await accounts().endSessions(operator.id);
      await endUserTokens(operator);
      return { ended: true };
    },
  },

  endSession: {
    entry: ({ operator }) => ({ target: operator.username }),
    async work({ operator, params: { id } }) {
      if (!(await accounts().endSession(operator.id, id)))
        throw new AppError("not-found", "This session has ended. Reload the page to see the current list.");
      await endUserTokens(operator);
      void accounts().announceEndedSessions();
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
      await accounts().changePassword(operator, next);
      await endUserTokens(operator);
      return { changed: true };
    },
  },

  listApiTokens: ({ operator, session: { role } }) =>
    accounts().listApiTokens(role === "owner" ? undefined : operator.id),

  createApiToken: {
    entry: ({ operator, body: { name, role, confirmed, proposes, expiresInDays } }) => ({
      target: name,
      detail: {
        operator: operator.username,
        role,
        confirmed,
        ...(proposes && { proposes }),
        days: expiresInDays,
      },
    }),
    work: ({ session, body: { expiresInDays, ...input } }) =>
      accounts().createApiToken(session, { ...input, expiresAt: Date.now() + expiresInDays * DAY }),
  },

  async revokeApiToken({ session, params: { id }, record }) {
    const { name, operator } = await accounts().revokeApiToken(session, id);
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
