import { AppError } from "@/lib/errors";
import { panelRoute } from "@/lib/server/panel-api";

/** Any unknown path under `/api/panel`: answers with problem details, like every other error of this API. */
const unknown = panelRoute(async () => {
  throw new AppError(
    "not-found",
    "The panel's API has nothing at this address. Check the path and the method.",
  );
});

export { unknown as DELETE, unknown as GET, unknown as PATCH, unknown as POST, unknown as PUT };
