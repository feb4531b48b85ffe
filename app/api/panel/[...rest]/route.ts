import { AppError } from "@/lib/errors";
import { panelRoute } from "@/lib/server/panel-api";

/** Any unknown path under `/api/panel`: answers with problem details, like every other error of this API. */
const unknown = panelRoute(async () => {
  throw new AppError("not-found", "There is nothing at this address of the panel's API.");
});

export { unknown as DELETE, unknown as GET, unknown as PATCH, unknown as POST, unknown as PUT };
