import { z } from "zod";
import { panelRoute, watchAnswer } from "@/lib/server/panel-api";
import { watchRanges } from "@/lib/shared/contract/watch";

const query = z.object({
  range: z.enum(watchRanges, `Ask for range=${watchRanges.join(", ")}.`).default("24h"),
});

/** What was measured of the running instance and of the panel itself: tiles, plots, counts. */
export const GET = panelRoute(async ({ request }) => {
  const { range } = query.parse({ range: request.nextUrl.searchParams.get("range") ?? undefined });
  return watchAnswer(range);
});
