import { AppError } from "@/lib/errors";
import { panelRoute, provision } from "@/lib/server/panel-api";

/**
 * Makes bots as the document in the body describes them (docs/provisioning.md); with `?dryRun=true` only says what would
 * be done. Tokens of new bots are in the answer, once.
 */
export const POST = panelRoute(async ({ request, session }) => {
  const dryRun = request.nextUrl.searchParams.get("dryRun") ?? "false";
  if (dryRun !== "true" && dryRun !== "false")
    throw new AppError("invalid-input", "dryRun is true or false. Correct the address and send it again.");
  return provision(session, request, { isDryRun: dryRun === "true" });
});
