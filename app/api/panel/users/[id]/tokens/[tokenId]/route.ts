import { panelRoute } from "@/lib/server/panel-api";

type Params = { id: string; tokenId: string };

/** Revokes a token: the instance API refuses it from now on. */
export const DELETE = panelRoute<Params>(async ({ params: { id, tokenId }, instance }) =>
  (await instance()).users.revokeToken(id, tokenId),
);
