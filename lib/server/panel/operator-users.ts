import "server-only";
import { AppError } from "@/lib/errors";
import type { Db, Tx } from "@/lib/server/db";
import type { Instances } from "@/lib/server/instance";
import {
  createOperator,
  linkUser,
  listOperators,
  lockOperators,
  type Operator,
} from "@/lib/server/operators";
import type { Role } from "@/lib/shared/role";

interface NewOperator {
  username: string;
  password: string;
  role?: Role;
}

/**
 * Ignores the error if an operator's name exceeds `limits.user.maxUsername`. The panel starts anyway, and the
 * operator has no user. `localUserId` shows the operator the reason.
 */
function unlessTooLong(error: unknown): null {
  if (error instanceof AppError && error.code === "invalid-input") return null;
  throw error;
}

export type OperatorUsers = ReturnType<typeof createOperatorUsers>;

export function createOperatorUsers({ db, instances }: { db: Db; instances: Instances }) {
  const isLocal = () => instances.upstream.api() === null;
  const withoutUser = async (tx: Db) => (await listOperators(tx)).filter(({ userId }) => userId === null);

  return {
    /** Call this before the transaction. */
    async prepare(): Promise<void> {
      if (isLocal()) await instances.prepareStore();
    },

    async insert(tx: Tx, input: NewOperator): Promise<Operator> {
      const user = isLocal() ? await instances.store(tx).createUser({ username: input.username }) : null;
      return createOperator(tx, { ...input, userId: user?.id ?? null });
    },

    /** Creates users for operators who were added while the panel was connected to an upstream instance. */
    async adopt(): Promise<void> {
      if (!isLocal() || (await withoutUser(db)).length === 0) return;
      await instances.prepareStore();
      await db.transaction().execute(async (tx) => {
        await lockOperators(tx);
        for (const { id, username } of await withoutUser(tx)) {
          const user = await instances.store(tx).createUser({ username }).catch(unlessTooLong);
          if (user) await linkUser(tx, id, user.id);
        }
      });
    },

    /**
     * @throws AppError `conflict` if the panel is connected to another instance, or if the local store
     * refused the operator's name
     */
    localUserId(operator: Operator): string {
      const url = instances.upstream.api();
      if (url !== null)
        throw new AppError(
          "conflict",
          `This panel is connected to the instance at ${url}, which has its own users. Connect an account of that instance instead.`,
        );
      if (operator.userId === null)
        throw new AppError(
          "conflict",
          "You have no user on the instance, because your username is longer than limits.user.maxUsername allows. Raise that limit, then restart the panel.",
        );
      return operator.userId;
    },

    /**
     * Does not revoke tokens for scripts or for bots. Call this function after ending sessions. Otherwise,
     * the tokens would be valid for up to 15 more minutes.
     */
    async endTokens({ userId }: Pick<Operator, "userId">): Promise<void> {
      if (isLocal() && userId !== null) await instances.store().revokeUnnamedTokens(userId);
    },

    /** For operators who lose access or become viewers, or whose password somebody else may know. */
    async endAllTokens({ userId }: Pick<Operator, "userId">): Promise<void> {
      if (isLocal() && userId !== null) await instances.store().revokeUserTokens(userId);
    },
  };
}
