import { AppError } from "@/lib/errors";
import { instanceApi, offersLogin } from "@/lib/instance";
import { panelRoute } from "@/lib/panel";

/** Whether the existing instance offers to sign in with a password; `POST /api/v<version>/auth/login` does it. */
export const GET = panelRoute(async () => {
  const url = instanceApi();
  if (url === null)
    throw new AppError("not-found", "INSTANCE_API_URL is not set: the directory is the panel's own.");
  return { offered: await offersLogin(url) };
});
