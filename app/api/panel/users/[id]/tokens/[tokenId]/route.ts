import { instanceStore } from "@/lib/server/instance";
import { asTokenEntry, auditedUser, localUserId, panelRoute } from "@/lib/server/panel-api";

type Params = { id: string; tokenId: string };

/** Revokes a token: the instance API refuses it from now on. */
export const DELETE = panelRoute<Params>(async ({ params: { id, tokenId }, operator }) => {
  localUserId(operator);
  const { entry } = await auditedUser(
    operator,
    { action: "user.token.revoke", id, detail: { token: tokenId } },
    () => instanceStore().revokeNamedToken(id, tokenId),
    (done) => ({ name: done.entry.name }),
  );
  return asTokenEntry(entry);
});
