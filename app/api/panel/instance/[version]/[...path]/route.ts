import { AppError } from "@/lib/errors";
import { instanceApi } from "@/lib/server/instance";
import { forwardForPanel } from "@/lib/server/instance-api";
import { panelRoute, refuseOtherSites } from "@/lib/server/panel-api";

/**
 * The upstream instance's API for the pages of the panel, in the name of the account whose token they send. The answer
 * is the instance's own; only what the panel itself refuses is a problem document.
 */
const forward = panelRoute(async ({ request, operator }) => {
  // One of the reads changes something, and the audit keeps it.
  refuseOtherSites({ method: request.method, header: (name) => request.headers.get(name) }, []);
  const url = instanceApi();
  if (url === null)
    throw new AppError("not-found", "INSTANCE_API_URL is not set, so there is no instance to ask.");
  return forwardForPanel(request, url, operator.username);
});

export { forward as DELETE, forward as GET, forward as PATCH, forward as POST };
