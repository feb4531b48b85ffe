import "server-only";
import { thePanel } from "@/lib/shared/author";
import { z } from "zod";
import { processSingleton } from "@/lib/process-singleton";
import { recordAudit } from "@/lib/server/audit";
import type { Db, Row } from "@/lib/server/db";
import type { Role } from "@/lib/shared/role";
import { endSessions, type Operator, shown } from "../operators";
import { seal, unseal } from "../session-account";

const grant = z.object({ refreshToken: z.string().optional(), accessToken: z.string().optional() });

/**
 * The tokens that the panel uses to ask the provider about a person again. Stored encrypted in the operator's
 * row.
 */
export type Grant = z.infer<typeof grant>;

const purposeOf = (operatorId: number) => `grant of operator ${operatorId}`;

/** Returns the stored grant. Null if there is none, or if it cannot be decrypted anymore. */
export function grantIn({ id, oidc_grant }: Row<"operators">): Grant | null {
  const text = oidc_grant === null ? null : unseal(oidc_grant, purposeOf(id));
  return text === null ? null : (grant.safeParse(JSON.parse(text)).data ?? null);
}

type EndTokens = (operator: Operator) => Promise<void>;

/**
 * `endTokens` revokes an operator's user tokens for the instance API. Startup sets `endTokens`, because this
 * module cannot import `lib/server/instance`, which stores these tokens.
 */
const services = () =>
  processSingleton("oidc-services", (): { endTokens: EndTokens } => ({ endTokens: () => Promise.resolve() }));

/**
 * Sets the function that revokes an operator's user tokens. Called once at startup.
 * @param endTokens called when the provider ends an operator's access or makes the operator a viewer
 */
export function onLostRights(endTokens: EndTokens): void {
  services().endTokens = endTokens;
}

/** Stores the provider's new answer about an operator, and records a changed role. */
export async function provided(db: Db, id: number, role: Role, grant: Grant): Promise<Row<"operators">> {
  const before = await db
    .selectFrom("operators")
    .select("role")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const row = await db
    .updateTable("operators")
    .set({
      role,
      oidc_grant: seal(JSON.stringify(grant), purposeOf(id)),
      oidc_checked_at: Date.now(),
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (before.role !== role) {
    if (role === "viewer") await services().endTokens(shown(row));
    await recordAudit(db, {
      actor: thePanel,
      action: "operator.role",
      target: row.username,
      detail: { role, issuer: row.oidc_issuer },
    });
  }
  return row;
}

/**
 * Ends an operator's sessions and revokes the operator's user tokens for the instance API. API tokens for the
 * panel are not revoked, but they do not work until the operator signs in at the provider again.
 */
export async function endProvided(db: Db, { id, username }: Operator): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("operators")
    .set({ oidc_grant: null })
    .where("id", "=", id)
    .where("oidc_grant", "is not", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await services().endTokens(await endSessions(db, id));
  await recordAudit(db, { actor: thePanel, action: "operator.sessions.end", target: username });
}
