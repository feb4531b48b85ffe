import { AppError } from "@/lib/errors";
import { instanceApi, instanceState } from "@/lib/server/instance";
import { panelRoute } from "@/lib/server/panel-api";

/** Address of the upstream instance, and whether it is reachable. */
export const GET = panelRoute(async () => {
  const url = instanceApi();
  if (url === null)
    throw new AppError("not-found", "INSTANCE_API_URL is not set, so there is no instance to connect to.");
  return instanceState(url);
});
