import "server-only";
import { AppError } from "@/lib/errors";
import type { Rooms } from "@/lib/server/rooms";
import type { Session } from "@/lib/server/operators";
import { factorRoutes } from "@/lib/shared/contract/factors";
import { handlers } from "./handlers";

type FactorRooms = Pick<Rooms, "operators" | "panel">;

/** Ends the operator's other sessions, which started with the old factors, and revokes the user tokens. */
async function endOthers({ operators, panel }: FactorRooms, session: Session): Promise<void> {
  await operators.endOtherSessions(session);
  await panel.operatorUsers.endTokens(session.operator);
  void operators.announceEndedSessions();
}

const firstCodes = async ({ operators }: FactorRooms, operatorId: number): Promise<string[] | null> =>
  (await operators.countRecoveryCodes(operatorId)) > 0 ? null : operators.makeRecoveryCodes(operatorId);

export const factors = handlers(factorRoutes, (rooms) => {
  const { operators } = rooms;
  return {
    listFactors: ({ operator }) => operators.ownFactors(operator.id),

    passkeyToMake: async ({ operator, session }) => ({
      ...(await operators.passkeyToMake(operator, session.id)),
    }),

    addPasskey: {
      entry: ({ body }) => ({ target: body.name }),
      async work({ operator, session, body }) {
        const passkey = await operators.addPasskey(operator, session.id, body);
        await endOthers(rooms, session);
        return { passkey, recoveryCodes: await firstCodes(rooms, operator.id) };
      },
    },

    removePasskey: {
      entry: () => ({}),
      async work({ operator, session, params: { id }, record }) {
        record({ target: await operators.removePasskey(operator.id, id) });
        await endOthers(rooms, session);
        return { removed: true };
      },
    },

    totpToAdd: async ({ operator }) => operators.totpToAdd(operator),

    addTotp: {
      entry: ({ operator }) => ({ target: operator.username }),
      async work({ operator, session, body: { setup, first } }) {
        await operators.addTotp(operator, { setup, code: first });
        await endOthers(rooms, session);
        return { recoveryCodes: await firstCodes(rooms, operator.id) };
      },
    },

    removeTotp: {
      entry: ({ operator }) => ({ target: operator.username }),
      async work({ operator, session }) {
        await operators.removeTotp(operator.id);
        await endOthers(rooms, session);
        return { removed: true };
      },
    },

    makeRecoveryCodes: {
      entry: ({ operator }) => ({ target: operator.username }),
      async work({ operator }) {
        if (!(await operators.hasSecondFactor(operator.id)))
          throw new AppError(
            "conflict",
            "Recovery codes are for accounts with a second factor. Set one up first.",
          );
        return { codes: await operators.makeRecoveryCodes(operator.id) };
      },
    },

    requireFactor: {
      entry: ({ body: { isRequired } }) => ({ action: isRequired ? "factor.require" : "factor.allow-none" }),
      async work({ operator, body: { isRequired } }) {
        await operators.requireFactor(operator.id, isRequired);
        // Open pages then redirect operators without a second factor to the page where they can set one up.
        void operators.announceEndedSessions();
        return { isRequired };
      },
    },

    passkeyToProve: ({ operator, session }) => operators.passkeyToProve(operator.id, session.id),

    async proveIdentity({ session, operator, body }) {
      const undone = "Your identity is not confirmed";
      if ("password" in body) {
        if (!(await operators.confirmPassword(operator, { ...body, path: "password", undone })))
          throw new AppError(
            "proof-required",
            `${undone}: your account has a second factor. Enter a code as well, or use a passkey.`,
          );
      } else if ((await operators.judgePasskey(body.passkey, `proof ${session.id}`)) !== operator.id)
        throw new AppError("invalid-settings", `${undone}: this passkey was not accepted. Try again.`);
      await operators.noteProof(session);
      return { proved: true };
    },
  };
});
