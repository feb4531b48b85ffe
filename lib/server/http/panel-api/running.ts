import "server-only";
import { AppError } from "@/lib/errors";
import { runningRoutes } from "@/lib/shared/contract/running";
import { handlers } from "./handlers";
import { rowId } from "@/lib/server/panel/page-address";
import { hideInText } from "@/lib/shared/settings/credentials";
import { actionRefusal } from "@/lib/shared/role";
import { standingOf } from "@/lib/shared/settings/refusal";
import { checkKinds } from "@/lib/shared/contract/check-kinds";
import { type CheckKind, checkRoutes } from "@/lib/shared/contract/checks";

function numberOf({ id }: { id: string }): number {
  const number = rowId(id);
  if (number === undefined)
    throw new AppError("not-found", "There is no apply with this number. Reload the page.");
  return number;
}

export const running = handlers(runningRoutes, ({ applies, instanceLog }) => ({
  readInstanceLog: () => instanceLog.read(),

  readRunning: () => applies.readRunning(),

  applyFile: {
    entry: ({ etag }) => ({ target: etag }),
    async work({ etag, body: { way, checkIn }, operator, record }) {
      const request = { etag, actor: operator.username, ...(way && { way }), ...(checkIn && { checkIn }) };
      const apply = await applies.request(request);
      record({ detail: { apply: apply.id, way: apply.way, ...(checkIn && { checkIn }) } });
      return apply;
    },
  },

  previewApply: ({ request }) => applies.preview(request.closed()),

  answerApply: {
    entry: ({ params, body: { answer } }) => ({ detail: { apply: numberOf(params), answer } }),
    work: ({ params, body }) => applies.answer(numberOf(params), body.answer),
  },

  takeDrafts: ({ params, operator }) => applies.offerDrafts(numberOf(params), operator.username),

  listPastApplies: ({ query: { before } }) => applies.past(before),

  readApply: ({ params, session }) =>
    applies.get(numberOf(params), { withLog: actionRefusal(standingOf(session)) === null }),

  planApply: {
    entry: ({ body: { at, checkIn } }) => ({ target: at, ...(checkIn && { detail: { checkIn } }) }),
    work: ({ body: { at, checkIn }, etag, session: { operator, role, token } }) =>
      applies.plan({
        at: Date.parse(at),
        checkIn,
        etag,
        actor: operator.username,
        role,
        planner: token ? `token ${token.id}` : `operator ${operator.id}`,
      }),
  },

  async cancelPlan({ record }) {
    const plan = await applies.cancelPlan();
    record({ target: plan.at, detail: { actor: plan.actor } });
    return plan;
  },

  markRestarted: () => applies.markRestarted(),
}));

function kindOf({ kind }: { kind: string }): CheckKind {
  const known = checkKinds.find((one) => one === kind);
  if (known) return known;
  throw new AppError("not-found", `There is no check ${kind}. The checks are: ${checkKinds.join(", ")}.`);
}

export const checkHandlers = handlers(checkRoutes, ({ checks }) => ({
  downloadList: {
    entry: ({ body: { address } }) => ({ detail: { address: hideInText(address) } }),
    work: async ({ body: { address }, request }) => ({
      items: await checks.downloadList(address, request.closed()),
    }),
  },

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
      const result = await checks.run({ kind: kindOf(params), ...body }, request.closed());
      record({ detail: { ok: result.ok } });
      return result;
    },
  },
}));
