import { AppError } from "@/lib/errors";
import { instanceApi, instanceState } from "@/lib/instance";
import { panelRoute } from "@/lib/panel";

/** Where the existing instance is, and whether it answers. */
export const GET = panelRoute(async () => {
  const url = instanceApi();
  if (url === null)
    throw new AppError("not-found", "INSTANCE_API_URL is not set: the directory is the panel's own.");
  return instanceState(url);
});
