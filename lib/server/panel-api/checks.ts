import "server-only";
import { AppError } from "@/lib/errors";
import { runCheck } from "@/lib/server/checks";
import { checkKinds } from "@/lib/shared/contract/check-kinds";
import { type CheckKind, checkRoutes } from "@/lib/shared/contract/checks";
import { handlers } from "./handlers";

function kindOf({ kind }: { kind: string }): CheckKind {
  const known = checkKinds.find((one) => one === kind);
  if (known) return known;
  throw new AppError("not-found", `There is no check ${kind}. The checks are: ${checkKinds.join(", ")}.`);
}

export const checks = handlers(checkRoutes, {
  runCheck: {
    entry: ({ params, body: { operations, to, confirmed } }) => ({
      target: kindOf(params),
      detail: {
        paths: operations.map(({ path }) => path),
        ...(to && { to }),
        ...(confirmed && { confirmed }),
      },
    }),
    async work({ params, body, request, record }) {
      const result = await runCheck({ kind: kindOf(params), ...body }, request.closed());
      record({ detail: { ok: result.ok } });
      return result;
    },
  },
});
