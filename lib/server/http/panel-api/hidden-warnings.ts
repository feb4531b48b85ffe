import "server-only";
import { AppError } from "@/lib/errors";
import { rowId } from "@/lib/server/panel/page-address";
import { hiddenWarningRoutes } from "@/lib/shared/contract/hidden-warnings";
import { handlers } from "./handlers";

export const hiddenWarningHandlers = handlers(hiddenWarningRoutes, ({ panel: { hiddenWarnings } }) => ({
  listHiddenWarnings: () => hiddenWarnings.list(),

  hideWarning: {
    entry: ({ body: { title, reason, days } }) => ({ target: title, detail: { reason, days } }),
    work: ({ body, operator }) => hiddenWarnings.hide({ ...body, actor: operator.username }),
  },

  async showWarning({ params, record }) {
    const id = rowId(params.id);
    if (id === undefined)
      throw new AppError("not-found", "This warning is not hidden any more. Reload the page.");
    const { title, hidden: remaining } = await hiddenWarnings.show(id);
    record({ target: title });
    return remaining;
  },
}));
