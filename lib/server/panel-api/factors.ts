import "server-only";
import { AppError } from "@/lib/errors";
import { db } from "@/lib/server/db";
import { confirmPassword } from "@/lib/server/operators/accounts";
import { announceEndedSessions } from "@/lib/server/operators/ended-sessions";
import {
  addPasskey,
  addTotp,
  countRecoveryCodes,
  hasSecondFactor,
  judgePasskey,
  makeRecoveryCodes,
  ownFactors,
  passkeyToMake,
  passkeyToProve,
  removeFactor,
  removePasskey,
  removeTotp,
  requireFactor,
  totpToAdd,
} from "@/lib/server/operators/factors";
import { endOtherSessions, noteProof, type Session } from "@/lib/server/operators/session-store";
import { factorRoutes } from "@/lib/shared/contract/factors";
import { endUserTokens } from "@/lib/server/panel/operator-users";
import { handlers } from "./handlers";

/** Ends the operator's other sessions, which started with the old factors, and revokes the user tokens. */
async function endOthers(session: Session): Promise<void> {
  await endOtherSessions(db(), session);
  await endUserTokens(session.operator);
  void announceEndedSessions();
}

/** Creates ten recovery codes if the operator has none. Returns null if the operator has some. */
const firstCodes = async (operatorId: number): Promise<string[] | null> =>
  (await countRecoveryCodes(db(), operatorId)) > 0 ? null : makeRecoveryCodes(db(), operatorId);

export const factors = handlers(factorRoutes, {
  listFactors: ({ operator }) => ownFactors(db(), operator.id),

  passkeyToMake: async ({ operator, session }) => ({ ...(await passkeyToMake(db(), operator, session.id)) }),

  addPasskey: {
    entry: ({ body }) => ({ target: body.name }),
    async work({ operator, session, body }) {
      const passkey = await addPasskey(db(), operator, session.id, body);
      await endOthers(session);
      return { passkey, recoveryCodes: await firstCodes(operator.id) };
    },
  },

  removePasskey: {
    entry: () => ({}),
    async work({ operator, session, params: { id }, record }) {
      record({ target: await removeFactor(db(), operator.id, (tx) => removePasskey(tx, operator.id, id)) });
      await endOthers(session);
      return { removed: true };
    },
  },

  totpToAdd: async ({ operator }) => totpToAdd(operator),

  addTotp: {
    entry: ({ operator }) => ({ target: operator.username }),
    async work({ operator, session, body: { setup, first } }) {
      await addTotp(db(), operator, { setup, code: first });
      await endOthers(session);
      return { recoveryCodes: await firstCodes(operator.id) };
    },
  },

  removeTotp: {
    entry: ({ operator }) => ({ target: operator.username }),
    async work({ operator, session }) {
      await removeFactor(db(), operator.id, (tx) => removeTotp(tx, operator.id));
      await endOthers(session);
      return { removed: true };
    },
  },

  makeRecoveryCodes: {
    entry: ({ operator }) => ({ target: operator.username }),
    async work({ operator }) {
      if (!(await hasSecondFactor(db(), operator.id)))
        throw new AppError(
          "conflict",
          "Recovery codes are for accounts with a second factor. Set one up first.",
        );
      return { codes: await makeRecoveryCodes(db(), operator.id) };
    },
  },

  requireFactor: {
    entry: ({ body: { isRequired } }) => ({ action: isRequired ? "factor.require" : "factor.allow-none" }),
    async work({ operator, body: { isRequired } }) {
      await requireFactor(db(), operator.id, isRequired);
      // Open pages then redirect operators without a second factor to the page where they can set one up.
      void announceEndedSessions();
      return { isRequired };
    },
  },

  passkeyToProve: ({ operator, session }) => passkeyToProve(db(), operator.id, session.id),

  async proveIdentity({ session, operator, body }) {
    const undone = "Your identity is not confirmed";
    if ("password" in body) {
      if (!(await confirmPassword(db(), operator, { ...body, path: "password", undone })))
        throw new AppError(
          "proof-required",
          `${undone}: your account has a second factor. Enter a code as well, or use a passkey.`,
        );
    } else if ((await judgePasskey(db(), body.passkey, `proof ${session.id}`)) !== operator.id)
      throw new AppError("invalid-settings", `${undone}: this passkey was not accepted. Try again.`);
    await noteProof(db(), session);
    return { proved: true };
  },
});
