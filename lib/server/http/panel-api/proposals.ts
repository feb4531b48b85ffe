import "server-only";
import { AppError } from "@/lib/errors";
import { isSection } from "@/lib/server/panel/page-address";
import { proposalRoutes } from "@/lib/shared/contract/proposals";
import { VIEWER_REASON } from "@/lib/shared/role";
import { edited, noted } from "./config";
import { handlers } from "./handlers";
import { checkPaths } from "./sections";

export const proposalHandlers = handlers(proposalRoutes, ({ config, operators, panel: { proposals } }) => ({
  listProposals: () => proposals.list(),
  getProposal: ({ params, operator }) => proposals.get(params.id, operator.id),

  createProposal: {
    entry: ({ body: { title, operations, keys = [] } }) => ({
      target: config.withoutSecrets(title),
      detail: { paths: [...operations, ...keys].map(({ path }) => path) },
    }),
    async work({ body, author, operator, session }) {
      if (session.role === "viewer" && !session.token?.proposes)
        throw new AppError("forbidden", VIEWER_REASON);
      return proposals.create({ author, operatorId: operator.id }, body);
    },
  },

  commentOnProposal: {
    entry: ({ params }) => ({ target: String(params.id) }),
    async work({ params: { id }, body, author, operator }) {
      await proposals.comment(id, author, body.text);
      return proposals.get(id, operator.id);
    },
  },

  saveProposal: {
    entry: ({ params, body }) => ({ target: String(params.id), detail: noted(config, body.note) }),
    work: (call) =>
      proposals.save(call.params.id, call.author, ({ operations, keys, title, author, operatorId }) => {
        const note = call.body.note || `Proposal ${call.params.id} by ${author}: ${title}`;
        const approver = { operatorId: call.operator.id, proposerId: operatorId };
        return edited(proposals, call, (base) => config.save({ ...base, operations, keys, note }), approver);
      }),
  },

  rejectProposal: {
    entry: ({ params, body: { reason } }) => ({ target: String(params.id), detail: noted(config, reason) }),
    async work({ params: { id }, body, author, operator, session }) {
      const { paths, isOwn } = await proposals.summary(id, operator.id);
      if (!isOwn) checkPaths(session, paths, (await (await config.read()).edition()).registry);
      await proposals.reject(id, author, body.reason);
      return proposals.get(id, operator.id);
    },
  },

  getReviewedSections: async () => ({ sections: await proposals.sections() }),

  setReviewedSections: {
    entry: ({ body: { sections } }) => ({ target: sections.join(", ") || "none" }),
    async work({ body }) {
      const unknown = body.sections.find((id) => !isSection(id));
      if (unknown !== undefined)
        throw new AppError("invalid-settings", `There is no section ${unknown}.`, {
          problems: [{ path: "sections", message: `There is no section ${unknown}.` }],
        });
      const able = (await operators.listOperators()).filter((one) => !one.disabled && one.role !== "viewer");
      if (body.sections.length > 0 && able.length < 2)
        throw new AppError(
          "conflict",
          "Only one operator can save settings, so nobody could review. Invite a second editor or owner first.",
        );
      await proposals.setSections(body.sections);
      return { sections: await proposals.sections() };
    },
  },
}));
