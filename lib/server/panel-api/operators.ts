import "server-only";
import { AppError } from "@/lib/errors";
import { db } from "@/lib/server/db";
import { instanceStore } from "@/lib/server/instance";
import {
  changePassword,
  endSessions,
  listOperators,
  replacePassword,
  setOperatorDisabled,
} from "@/lib/server/operators/accounts";
import { tellEndedSessions } from "@/lib/server/operators/ended-sessions";
import { endSession, listSessions } from "@/lib/server/operators/session-store";
import { operatorRoutes } from "@/lib/shared/contract/operators";
import { endEveryUserToken, endUserTokens } from "./end-user-tokens";
import { addOperator } from "./first-run";
import { handlers } from "./handlers";
import { localUserId } from "./local-user";

const USER_TOKEN_SECONDS = 15 * 60;

export const operators = handlers(operatorRoutes, {
  listOperators: () => listOperators(db()),

  createOperator: {
    entry: ({ body }) => ({ target: body.username }),
    work: ({ body }) => addOperator(body),
  },

  changeOperator: {
    entry: ({ params: { id }, body: { disabled } }) => ({
      action: disabled ? "operator.disable" : "operator.enable",
      detail: { id },
    }),
    async work({ params: { id }, body: { disabled }, record }) {
      const changed = await setOperatorDisabled(db(), id, disabled);
      record({ target: changed.username });
      if (disabled) await endEveryUserToken(changed);
      return changed;
    },
  },

  async replacePassword({ params: { id }, body: { next }, operator, record }) {
    const changed = await replacePassword(db(), operator, id, next);
    record({ target: changed.username });
    await endUserTokens(changed);
    return { replaced: true };
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
      void tellEndedSessions();
      return { ended: true };
    },
  },

  async userToken({ operator }) {
    const { token, expiresAt } = await instanceStore().issueUserToken(localUserId(operator), {
      expiresInSeconds: USER_TOKEN_SECONDS,
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
});
