import { z } from "zod";
import { audited } from "@/lib/server/audit";
import { runCheck } from "@/lib/server/checks";
import { type CheckKind, checkKinds } from "@/lib/shared/contract/checks";
import { db } from "@/lib/server/db";
import { AppError } from "@/lib/errors";
import { operationSchema, panelRoute, readJson } from "@/lib/server/panel-api";

const bodySchema = z.object({
  /** Unsaved edits, applied on top of the file for this check only. */
  operations: z.array(operationSchema).max(1000, "Send at most 1,000 operations at a time.").default([]),
  /** `smtp` only: where a test mail is sent. */
  to: z.email("Enter an email address, such as you@example.org.").max(320).optional(),
});

const isKind = (kind: string): kind is CheckKind => (checkKinds as string[]).includes(kind);

/** Tests one of the instance's connections. A failed step is part of the answer, not an HTTP error. */
export const POST = panelRoute<{ kind: string }>(async ({ request, params, operator }) => {
  const { kind } = params;
  if (!isKind(kind)) {
    throw new AppError("not-found", `There is no check ${kind}. The checks are: ${checkKinds.join(", ")}.`);
  }
  const { operations, to } = await readJson(request, bodySchema);
  const detail = { paths: operations.map(({ path }) => path), ...(to && { to }) };
  return audited(
    db(),
    { actor: operator.username, action: "config.check", target: kind, detail },
    () => runCheck({ kind, operations, to }, request.signal),
    ({ ok }) => ({ detail: { ok } }),
  );
});
