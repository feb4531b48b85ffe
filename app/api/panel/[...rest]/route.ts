import { AppError } from "@/lib/errors";
import { panelRoute } from "@/lib/panel";

/** A path under `/api/panel` that does not exist: problem details, as everything there answers. */
const unknown = panelRoute(async () => {
  throw new AppError("not-found", "There is nothing at this address of the panel's API.");
});

export { unknown as DELETE, unknown as GET, unknown as PATCH, unknown as POST, unknown as PUT };
