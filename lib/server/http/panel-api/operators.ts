import "server-only";
import { DAY } from "@/lib/clock";
import { AppError } from "@/lib/errors";
import type { ConfigFile } from "@/lib/server/config-file";
import { editionOf } from "@/lib/shared/settings/editions";
import { operatorRoutes } from "@/lib/shared/contract/operators";
import { unlimitedRole } from "@/lib/shared/role";
import { handlers } from "./handlers";

const USER_TOKEN_SECONDS = 15 * 60;

export const operatorHandlers = handlers(
  operatorRoutes,
  ({ config, instances, operators, panel: { operatorUsers } }) => ({
    listOperators: () => operators.listOperators(),

    changeOperator: {
      entry({ params: { id }, body }) {
        if ("disabled" in body)
          return { action: body.disabled ? "operator.disable" : "operator.enable", detail: { id } };
        if ("role" in body) return { action: "operator.role", detail: { id, role: body.role } };
        if ("sections" in body)
          return { action: "operator.sections", detail: { id, sections: body.sections } };
        return { action: "operator.rename", detail: { id, name: body.username } };
      },
      async work({ params: { id }, body, record }) {
        if ("sections" in body) await refuseUnknownSections(config, body.sections ?? []);
        const changed = await operators.changeOperator(id, body);
        record({ target: changed.username });
        // The instance does not know about roles, so an operator who becomes a viewer, or an editor who is limited
        // to sections, could still make changes with earlier tokens.
        const losesInstance = ("role" in body || "sections" in body) && unlimitedRole(changed) === "viewer";
        if (changed.disabled || losesInstance) await operatorUsers.endAllTokens(changed);
        else if ("role" in body) await operatorUsers.endTokens(changed);
        return changed;
      },
    },

    removeOperator: {
      entry: ({ params: { id } }) => ({ detail: { id } }),
      async work({ params: { id }, record }) {
        const removed = await operators.removeOperator(id);
        record({ target: removed.username });
        await operatorUsers.endAllTokens(removed);
        return { removed: true };
      },
    },

    async requirePassword({ params: { id }, operator, record }) {
      const changed = await operators.requirePassword(operator, id);
      record({ target: changed.username });
      await operatorUsers.endAllTokens(changed);
      return changed;
    },

    async endOperatorSessions({ params: { id }, record }) {
      const ended = await operators.endSessions(id);
      record({ target: ended.username });
      await operatorUsers.endTokens(ended);
      return { ended: true };
    },

    listSessions: ({ operator, session, query: { after } }) =>
      operators.listSessions(operator.id, { current: session.id, after }),

    endSessions: {
      entry: ({ operator }) => ({ target: operator.username }),
      async work({ operator }) {
        await operators.endSessions(operator.id);
        await operatorUsers.endTokens(operator);
        return { ended: true };
      },
    },

    endSession: {
      entry: ({ operator }) => ({ target: operator.username }),
      async work({ operator, params: { id } }) {
        if (!(await operators.endSession(operator.id, id)))
          throw new AppError("not-found", "This session has ended. Reload the page to see the current list.");
        await operatorUsers.endTokens(operator);
        void operators.announceEndedSessions();
        return { ended: true };
      },
    },

    async userToken({ operator, session }) {
      const { token, expiresAt } = await instances
        .store()
        .issueUserToken(operatorUsers.localUserId(operator), {
          expiresInSeconds: USER_TOKEN_SECONDS,
          sessionId: session.id,
        });
      return { token, expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString() };
    },

    changePassword: {
      entry: ({ operator }) => ({ target: operator.username }),
      async work({ operator, body: { next } }) {
        await operators.changePassword(operator, next);
        await operatorUsers.endTokens(operator);
        return { changed: true };
      },
    },

    listApiTokens: ({ operator, session: { role } }) =>
      operators.listApiTokens(role === "owner" ? undefined : operator.id),

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
        operators.createApiToken(session, { ...input, expiresAt: Date.now() + expiresInDays * DAY }),
    },

    async revokeApiToken({ session, params: { id }, record }) {
      const { name, operator } = await operators.revokeApiToken(session, id);
      record({ target: name, detail: { operator: operator.username } });
      // Somebody who knew the API token may have obtained a user token with it.
      await operatorUsers.endTokens(operator);
      return { revoked: id };
    },
  }),
);

async function refuseUnknownSections(config: ConfigFile, ids: readonly string[]): Promise<void> {
  const { version } = await config.read();
  const { sectionById, sections } = (version?.edition ?? editionOf("neutral")).registry;
  const unknown = ids.find((id) => sectionById(id) === undefined);
  if (unknown === undefined) return;
  const message = `There is no section "${unknown.slice(0, 60)}". The sections are: ${sections.map(({ id }) => id).join(", ")}.`;
  throw new AppError("invalid-settings", message, { problems: [{ path: "sections", message }] });
}
