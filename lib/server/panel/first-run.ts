import "server-only";
import * as z from "zod";
import type { Env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import type { PanelSettings } from "@/lib/panel-settings";
import { type Audit, currentOrigin } from "@/lib/server/audit";
import type { Db, Tx } from "@/lib/server/db";
import type { Instances } from "@/lib/server/instance";
import {
  countOperators,
  dropSetupToken,
  lockOperators,
  type Operator,
  type Operators,
} from "@/lib/server/operators";
import { type Author, byOperator, thePanel, unproven } from "@/lib/shared/author";
import type { ConnectionChoice, ConnectionTrial } from "@/lib/shared/contract/instance";
import { credentials } from "@/lib/shared/contract/operators";
import type { Connection } from "./connection";
import type { OperatorUsers } from "./operator-users";
import { type TrialDeps, tryConnection } from "./try-connection";

const standalone = z.object({
  ...credentials.shape,
  guildName: z
    .string("Enter a name for the guild.")
    // Limits the length before normalization, which takes time quadratic in the length.
    .max(800, "Use at most 100 characters.")
    .transform((name) => name.normalize("NFC").trim())
    .pipe(z.string().min(2, "Use at least 2 characters.").max(100, "Use at most 100 characters.")),
  connection: z.object({ mode: z.literal("standalone") }).optional(),
});

const connected = z.object({
  ...credentials.shape,
  connection: z
    .object({ mode: z.literal("connected"), url: z.string(), operatorToken: z.string().optional() })
    .optional(),
});

/**
 * The first operator, the name of the first guild and the chosen instance. There is no guild name for a
 * running instance, which already has guilds. Environment variables take precedence over the choice.
 */
type FirstRunInput = z.output<typeof credentials> & { guildName?: string; connection?: ConnectionChoice };

const chosen = z.object({ connection: z.object({ mode: z.string() }).optional() });

interface FirstRunDeps {
  db: Db;
  audit: Pick<Audit, "audited" | "recordFailure">;
  instances: Instances;
  operators: Operators;
  panelSettings: PanelSettings;
  connection: Connection;
  operatorUsers: OperatorUsers;
  trial: TrialDeps;
}

export type FirstRun = ReturnType<typeof createFirstRun>;

export function createFirstRun(deps: FirstRunDeps) {
  const {
    db,
    audit,
    instances,
    operators,
    panelSettings,
    connection: connections,
    operatorUsers,
    trial,
  } = deps;

  async function insertFirstOperator(tx: Tx, input: FirstRunInput): Promise<Operator> {
    await lockOperators(tx);
    if ((await countOperators(tx)) > 0) {
      throw new AppError("conflict", "There is already an operator, so setup is complete. Sign in instead.");
    }
    const operator = await operatorUsers.insert(tx, input);
    if (operator.userId !== null && input.guildName !== undefined) {
      await instances.store(tx).createGuild(operator.userId, { name: input.guildName });
    }
    await dropSetupToken(tx);
    return operator;
  }

  /** Creates the first operator and the first guild in one transaction. Refused if an operator exists. */
  async function createFirstOperator(input: FirstRunInput, actor: Author): Promise<Operator> {
    await operatorUsers.prepare();
    const entry = { actor, action: "operator.create", target: input.username, origin: await currentOrigin() };
    return db.transaction().execute((tx) => audit.audited(tx, entry, () => insertFirstOperator(tx, input)));
  }

  async function requireSetupToken(token: string): Promise<void> {
    const judged = await operators.judgeSetupToken(token);
    if (judged === "valid") return;
    await audit.recordFailure(db, { actor: unproven(), action: "setup.failed" });
    throw new AppError(
      "forbidden",
      judged === "ended"
        ? "This setup link has expired: it works for one hour. Restart the panel to print a new one."
        : "This setup link is no longer valid. Use the one that the panel printed when it last started.",
    );
  }

  return {
    createFirstOperator,

    /** @throws ZodError */
    parse(body: unknown): FirstRunInput {
      const mode = chosen.safeParse(body).data?.connection?.mode;
      return mode === "connected" || instances.upstream.api() !== null
        ? connected.parse(body)
        : standalone.parse(body);
    },

    /**
     * Does nothing if an operator exists.
     * @throws Error with a sentence for the person who set the variables
     */
    async createOperatorFromEnvironment({
      operatorUsername,
      operatorPassword,
    }: Pick<Env, "operatorUsername" | "operatorPassword">): Promise<void> {
      if (!operatorUsername && !operatorPassword) return;
      if (!operatorUsername || !operatorPassword) {
        throw new Error("Set both OPERATOR_USERNAME and OPERATOR_PASSWORD, or neither.");
      }
      if ((await operators.countOperators()) > 0) return;
      const input = z.safeParse(credentials, { username: operatorUsername, password: operatorPassword });
      if (!input.success) {
        const lines = input.error.issues.map(
          (issue) => `OPERATOR_${issue.path.join("").toUpperCase()}: ${issue.message}`,
        );
        throw new Error(lines.join("\n"));
      }
      const { username } = input.data;
      try {
        await createFirstOperator({ ...input.data, guildName: `${username}'s guild` }, thePanel);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const [problem] = error.problems;
        if (problem && (error.code === "invalid-settings" || error.code === "invalid-input")) {
          throw new Error(`OPERATOR_${problem.path.toUpperCase()}: ${problem.message}`, { cause: error });
        }
        // Another replica created the operator at the same time.
        if (error.code !== "conflict") throw error;
      }
    },

    /**
     * @throws AppError `forbidden` if the token of the one-time link is not the latest; `conflict` if an
     * operator already exists
     */
    async completeSetup(token: string, input: FirstRunInput): Promise<Operator> {
      await requireSetupToken(token);
      const { connection, ...first } = input;
      if ((await operators.countOperators()) === 0 && !panelSettings.isInstanceFixed)
        await connections.save(byOperator(input.username), connection ?? { mode: "standalone" });
      return createFirstOperator(first, byOperator(input.username));
    },

    /**
     * Requires the token of the one-time link.
     * @throws AppError the errors of `completeSetup` and `tryConnection`
     */
    async tryConnection(
      token: string,
      address: string,
      operatorToken: string | undefined,
    ): Promise<ConnectionTrial> {
      await requireSetupToken(token);
      return tryConnection(trial, address, () => operatorToken);
    },
  };
}
