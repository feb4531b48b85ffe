import { z } from "zod";
import { audited } from "@/lib/server/audit";
import { db } from "@/lib/server/db";
import { requestContext } from "@/lib/server/door";
import { connectTo, offersLogin } from "@/lib/server/instance";
import { consumeLoginLimit } from "@/lib/server/instance-api";
import { instanceView, keepAccount, panelRoute, readJson, requireUpstream } from "@/lib/server/panel-api";

/** Whether the instance lets people sign in with a password. */
export const GET = panelRoute(async () => ({ offersSignIn: await offersLogin(requireUpstream()) }));

const bodySchema = z.union(
  [
    z.object({ token: z.string() }),
    z.object({ login: z.string(), password: z.string(), code: z.string().optional() }),
  ],
  "Send a token, or what you sign in with.",
);

/**
 * Connects an account of the running instance to this session: by its token, or by signing in there. What was entered passes
 * through once; the token is stored encrypted with the session, and no answer ever has it.
 */
export const PUT = panelRoute(async ({ request, operator, session }) => {
  const url = requireUpstream();
  const entered = await readJson(request, bodySchema);
  const context = requestContext();
  const address = await context.clientAddress();
  if ("login" in entered) await consumeLoginLimit(await context.settings(), address);
  await audited(
    db(),
    { actor: operator.username, action: "instance.connect-account" },
    async () => {
      const account = await connectTo(url, entered, address);
      await keepAccount(session, account);
      return account;
    },
    ({ id, username }) => ({ target: username ?? undefined, detail: id === null ? {} : { user: id } }),
  );
  return instanceView(session);
});

/** Forgets the connected account. */
export const DELETE = panelRoute(async ({ session }) => {
  requireUpstream();
  await keepAccount(session, null);
  return instanceView(session);
});
