import { panelRoute } from "@/lib/server/panel-api";

/** Makes the application's bot unless it exists, and answers with a token for it, once. */
export const POST = panelRoute<{ id: string }>(async ({ params, instance }) =>
  (await instance()).applications.issueToken(params.id),
);
