import { z } from "zod";
import { pageQuery, panelRoute, readJson } from "@/lib/server/panel-api";

/** A page of people, by name; `search` is what names begin with, or an id. */
export const GET = panelRoute(async ({ request, instance }) =>
  (await instance()).users.page(pageQuery(request.nextUrl)),
);

const bodySchema = z.object({ username: z.string("Enter a username.") });

/** Makes a person's account, with `register.defaultRights`. */
export const POST = panelRoute(async ({ request, instance }) => {
  const { users } = await instance();
  const { username } = await readJson(request, bodySchema);
  return Response.json(await users.create(username), { status: 201 });
});
