import { z } from "zod";
import { compareRevisions } from "@/lib/server/config-file";
import { panelRoute } from "@/lib/server/panel-api";

const id = z.coerce
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1);
const querySchema = z.object({ from: id, to: id });

/** Two kept versions: what differs, redacted, and both texts with their secrets hidden. */
export const GET = panelRoute(({ request }) => {
  const { from, to } = querySchema.parse(Object.fromEntries(request.nextUrl.searchParams));
  return compareRevisions(from, to);
});
