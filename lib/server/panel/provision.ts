import "server-only";
import type { Env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import type { PanelSettings } from "@/lib/panel-settings";
import { instanceForCommand, type Instances } from "@/lib/server/instance";
import {
  type BotDescription,
  describePlan,
  executePlan,
  type IssuedToken,
  parseDocument,
  permissionsOf,
  planFor,
  type ProvisionTarget,
} from "@/lib/server/instance/provision";
import { authorOf, type Operator, type Operators, type Session } from "@/lib/server/operators";
import { type Author, commandLine } from "@/lib/shared/author";
import { checkGrant, commandGiver, type Giver } from "./grants";
import type { SessionInstances } from "./session-instance";

export interface Provisioned {
  isDryRun: boolean;
  owner: string;
  bots: BotDescription[];
  summary: ReturnType<typeof describePlan>["summary"];
  tokens: IssuedToken[];
  /** For each bot, the permissions that the instance did not set as the provisioning document requires. */
  notes: { bot: string; text: string }[];
  /**
   * The error that ended the run, and the number of bots that were completed before it. Missing if all were
   * completed.
   */
  stopped?: { done: number; error: unknown };
}

const NO_OWNER =
  "On your instance, bots belong to the connected account. Remove the owner from the document or the command.";

/** @throws Error with a sentence for the caller; AppError */
export async function upstreamTarget(
  { instanceUserToken: token, instanceApiTimeout: timeout }: Env,
  { url, owner: username, version }: { url: string; owner: string | undefined; version: string },
): Promise<ProvisionTarget> {
  if (username !== undefined) throw new Error(NO_OWNER);
  if (token === undefined)
    throw new Error(
      `The bots are created on your instance at ${url}. Set INSTANCE_USER_TOKEN to a user token of the account that should own them.`,
    );
  const { instance, username: owner } = await instanceForCommand(url, token, { version, timeout });
  return { instance, owner: owner ?? "your account" };
}

interface ProvisioningDeps {
  env: Env;
  operators: Operators;
  instances: Instances;
  panelSettings: PanelSettings;
  sessionInstances: SessionInstances;
}

export function createProvisioning({
  env,
  operators,
  instances,
  panelSettings,
  sessionInstances,
}: ProvisioningDeps) {
  /** @throws AppError `not-found` */
  async function ownerNamed(username: string | undefined): Promise<Operator> {
    const named = username === undefined ? undefined : await operators.operatorNamed(username);
    if (named) return named;
    const all = await operators.listOperators();
    const [first] = all.toSorted((a, b) => Number(a.disabled) - Number(b.disabled) || a.id - b.id);
    if (!first)
      throw new AppError(
        "not-found",
        "There is no operator yet to own the bots. Open the setup link that the panel prints when it starts.",
      );
    if (username === undefined) return first;
    const names = all.map((operator) => operator.username).join(", ");
    throw new AppError(
      "not-found",
      `There is no operator named "${username}" who could own the bots. Operators: ${names}.`,
    );
  }

  /**
   * `self` is the operator who asks, if it is one.
   * @param actor the author of audit entries
   * @throws AppError `not-found`; `conflict` if the operator has no user
   */
  async function ownTarget(
    username: string | undefined,
    actor: Author,
    giver: Giver,
    self?: Operator,
  ): Promise<ProvisionTarget> {
    const operator = await ownerNamed(username);
    const owner = { name: operator.username, isDisabled: operator.disabled };
    if (operator.id !== self?.id) await checkGrant(giver, { owner });
    return { instance: sessionInstances.localFor(operator, actor), owner: operator.username };
  }

  /**
   * On the local instance, the bots may belong to any operator. On a running instance, they belong to the
   * connected account.
   * @throws AppError `not-found`; `conflict`, for example if an owner is named for a running instance;
   * `account-required`
   */
  async function sessionTarget(
    session: Session,
    owner: string | undefined,
    giver: Giver,
  ): Promise<ProvisionTarget> {
    const { operator } = session;
    const { mode, account } = await sessionInstances.view(session);
    if (mode === "standalone")
      return ownTarget(owner ?? operator.username, authorOf(session), giver, operator);
    if (owner !== undefined) throw new AppError("conflict", NO_OWNER);
    const instance = await sessionInstances.instanceFor(session);
    return { instance, owner: account?.username ?? "your account" };
  }

  return {
    /**
     * A proof of identity may be part of the text.
     * @throws AppError `invalid-document`; the errors of `sessionTarget`; any error before the first change.
     * After the first change, an error is part of the answer, so that the issued tokens are not lost.
     */
    async provision(
      session: Session,
      text: string,
      giver: Giver,
      { isDryRun }: { isDryRun: boolean },
    ): Promise<Provisioned> {
      const document = parseDocument(text, ["password", "code"]);
      const target = await sessionTarget(session, document.owner, giver);
      const plan = await planFor(document, target);
      await checkGrant(giver, { permissions: permissionsOf(plan) });
      const { owner, bots, summary } = describePlan(plan);
      const provisioned: Provisioned = { isDryRun, owner, bots, summary, tokens: [], notes: [] };
      if (isDryRun) return provisioned;
      let done = 0;
      try {
        await executePlan(plan, target, {
          beforeToken: () => undefined,
          onToken: (token) => void provisioned.tokens.push(token),
          onDone(bot, id, notes) {
            done += 1;
            provisioned.notes.push(...notes.map((note) => ({ bot: bot.name, text: note })));
            const described = bots[plan.bots.indexOf(bot)];
            if (described) described.id = id;
          },
        });
      } catch (error) {
        if (done === 0 && provisioned.tokens.length === 0) throw error;
        provisioned.stopped = { done, error };
      }
      return provisioned;
    },

    /**
     * Returns the instance for the command line: the connected instance, or else the local instance in the panel's
     * database. A running panel may use the database at the same time.
     * @param username the bots' owner; by default, the first enabled operator
     */
    async commandTarget(username: string | undefined): Promise<ProvisionTarget> {
      const url = panelSettings.instanceApiUrl;
      return url === undefined
        ? ownTarget(username, commandLine, commandGiver)
        : upstreamTarget(env, { url, owner: username, version: await instances.upstream.version() });
    },
  };
}
