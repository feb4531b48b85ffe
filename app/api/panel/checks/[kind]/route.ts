import { z } from "zod";
import { runCheck } from "@/lib/checks";
import { type CheckKind, checkKinds } from "@/lib/config/checks";
import { db } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { recordAudit } from "@/lib/operators";
import { operationSchema, panelRoute, readJson } from "@/lib/panel";

const bodySchema = z.object({
  /** Unsaved edits, applied on top of the file for this check only. */
  operations: z.array(operationSchema).max(1000, "Send at most 1,000 operations at a time.").default([]),
  /** `smtp` only: where a test mail is sent. */
  to: z.email("Enter an e-mail address, such as you@example.org.").max(320).optional(),
});

const isKind = (kind: string): kind is CheckKind => (checkKinds as string[]).includes(kind);

/** Tries a connection of the instance; what failed on the way is an answer, not an error. */
export const POST = panelRoute<{ kind: string }>(async ({ request, params, operator }) => {
  const { kind } = params;
  if (!isKind(kind)) {
    throw new AppError("not-found", `There is no check ${kind}. These exist: ${checkKinds.join(", ")}.`);
  }
  const { operations, to } = await readJson(request, bodySchema);
  const result = await runCheck({ kind, operations, to }, operator.username, request.signal);
  await recordAudit(db(), {
    actor: operator.username,
    action: "config.check",
    target: kind,
    detail: { ok: result.ok, paths: operations.map(({ path }) => path), ...(to && { to }) },
  });
  return result;
});
