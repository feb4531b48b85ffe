import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { dropLease, type Row, takeLease } from "@/lib/server/db";
import { shown } from "../operators";
import type { OperatorsRoom } from "../room";
import { endProvided, grantIn, keepGrant, provided } from "./grant";
import { PROVIDER_TIMEOUT, roleOf } from "./provider";

/**
 * How long the provider's answer is valid (ms). An operator whose role is removed at the provider therefore
 * loses the role within five minutes.
 */
const ANSWER_LASTS = 4 * 60_000;
/** How long the last answer is valid if the provider does not answer (ms). */
const WITHOUT_PROVIDER = 60 * 60_000;
const RETRY_AFTER = 30_000;
/** The lease of a check (ms). Longer than its four requests together: discovery, tokens, keys and userinfo. */
const LEASE = 5 * PROVIDER_TIMEOUT;

/**
 * Whether the provider must be asked again. An answer dated in the future also counts as old, because the
 * clock was set back.
 */
function isAnswerOld(checkedAt: number, now = Date.now()): boolean {
  return checkedAt > now || now - checkedAt >= ANSWER_LASTS;
}

export const isOfProvider = ({ oidc_subject }: Pick<Row<"operators">, "oidc_subject">): boolean =>
  oidc_subject !== null;

/**
 * If the answer is old, asks the provider again first. If the provider does not answer, its last answer is
 * valid for an hour.
 * @param depends whether the row's data depends on the provider
 * @returns undefined if there is no row, or if the answer is too old
 */
export async function asProvided<R extends { id: number; oidc_checked_at: number }>(
  room: OperatorsRoom,
  read: () => Promise<R | undefined>,
  depends: (row: R) => boolean,
): Promise<R | undefined> {
  const row = await read();
  if (!row || !depends(row) || !isAnswerOld(row.oidc_checked_at)) return row;
  await recheck(room, row.id);
  const now = await read();
  return now && Math.abs(Date.now() - now.oidc_checked_at) < WITHOUT_PROVIDER ? now : undefined;
}

/** Concurrent callers share one request. Never throws. */
async function recheck(room: OperatorsRoom, operatorId: number): Promise<void> {
  const { running, retryAt } = room.rechecks;
  if ((retryAt.get(operatorId) ?? 0) > performance.now()) return;
  let check = running.get(operatorId);
  if (!check) {
    check = ask(room, operatorId)
      .then(
        () => void retryAt.delete(operatorId),
        (err: unknown) => {
          retryAt.set(operatorId, performance.now() + RETRY_AFTER);
          const reason = err instanceof Error ? err.message : String(err);
          room.log.warn({ reason }, "The OpenID Connect provider could not be asked about an operator");
        },
      )
      .finally(() => running.delete(operatorId));
    running.set(operatorId, check);
  }
  return check;
}

async function ask(room: OperatorsRoom, id: number): Promise<void> {
  const { db, env, provider } = room;
  const lease = `oidc operator ${id}`;
  const holder = randomUUID();
  // Only one replica asks the provider at a time, because a refresh token may work only once. The next
  // replica finds the stored answer.
  while (!(await takeLease(db, lease, { holder, span: LEASE }))) await sleep(100);
  try {
    const row = await db.selectFrom("operators").selectAll().where("id", "=", id).executeTakeFirst();
    if (row?.oidc_grant == null || !isAnswerOld(row.oidc_checked_at)) return;
    const { oidc } = env;
    const grant = grantIn(room, row);
    // The grant cannot be used if the provider was changed or removed, or if the panel's secret was changed.
    if (!oidc || grant === null || row.oidc_issuer !== oidc.issuer)
      return await endProvided(room, shown(row));
    const answer = await provider.askAgain(oidc, grant, (next) => keepGrant(room, id, next));
    const role = answer && answer.claims.sub === row.oidc_subject ? roleOf(answer.claims, oidc) : null;
    await (answer && role ? provided(room, id, role, answer.grant) : endProvided(room, shown(row)));
  } finally {
    await dropLease(db, lease, holder).catch(() => undefined);
  }
}
