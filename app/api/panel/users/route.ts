import { z } from "zod";
import { audited } from "@/lib/server/audit";
import { db } from "@/lib/server/db";
import { instanceStore, prepareInstanceStore } from "@/lib/server/instance";
import { localUserId, pageQuery, panelRoute, readJson, userPage } from "@/lib/server/panel-api";

/** A page of the people of the local directory, by name; `search` is what names begin with, or an id. */
export const GET = panelRoute(({ request, operator }) => userPage(operator, pageQuery(request.nextUrl)));

const bodySchema = z.object({ username: z.string("Enter a username.") });

/** Makes a person's account, with `register.defaultRights`. */
export const POST = panelRoute(async ({ request, operator }) => {
  localUserId(operator);
  const { username } = await readJson(request, bodySchema);
  await prepareInstanceStore();
  const { id, username: name } = await db()
    .transaction()
    .execute((tx) =>
      audited(
        tx,
        { actor: operator.username, action: "user.create" },
        () => instanceStore(tx).createUser({ username }),
        (made) => ({ target: made.username, detail: { user: made.id } }),
      ),
    );
  return Response.json({ id, username: name }, { status: 201 });
});
