import { AppError } from "@/lib/errors";
import { instanceApi, offersLogin } from "@/lib/server/instance";
import { panelRoute } from "@/lib/server/panel-api";

/** Whether the upstream instance supports signing in with a password, which is done by `POST /api/v<version>/auth/login`. */
export const GET = panelRoute(async () => {
  const url = instanceApi();
  if (url === null)
    throw new AppError("not-found", "INSTANCE_API_URL is not set, so there is no instance to sign in to.");
  return { offered: await offersLogin(url) };
});
