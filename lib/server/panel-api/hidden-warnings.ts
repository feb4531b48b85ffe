import "server-only";
import { AppError } from "@/lib/errors";
import { configFileId } from "@/lib/server/config-file";
import { db } from "@/lib/server/db";
import { createHiddenWarnings } from "@/lib/server/panel/hidden-warnings";
import { rowId } from "@/lib/server/panel/page-address";
import { hiddenWarningRoutes } from "@/lib/shared/contract/hidden-warnings";
import { handlers } from "./handlers";

const hidden = async () =>
  createHiddenWarnings({ db: db(), fileId: await configFileId(db()), now: () => Date.now() });

export const hiddenWarnings = handlers(hiddenWarningRoutes, {
  listHiddenWarnings: async () => (await hidden()).list(),

  hideWarning: {
    entry: ({ body: { title, reason, days } }) => ({ target: title, detail: { reason, days } }),
    work: async ({ body, operator }) => (await hidden()).hide({ ...body, actor: operator.username }),
  },

  async showWarning({ params, record }) {
    const id = rowId(params.id);
    if (id === undefined)
      throw new AppError("not-found", "This warning is not hidden any more. Reload the page.");
    const { title, hidden: left } = await (await hidden()).show(id);
    record({ target: title });
    return left;
  },
});
