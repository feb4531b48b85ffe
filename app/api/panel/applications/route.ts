import { z } from "zod";
import { panelRoute, readJson } from "@/lib/server/panel-api";

/** The caller's own applications, newest first. */
export const GET = panelRoute(async ({ instance }) => (await instance()).applications.list());

const bodySchema = z.object({ name: z.string("Enter a name for the application.") });

/** Makes an application, and its bot if the instance does both at once. Not safe to repeat. */
export const POST = panelRoute(async ({ request, instance }) => {
  const { name } = await readJson(request, bodySchema);
  const made = await (await instance()).applications.create(name);
  return Response.json(made, { status: 201, headers: { "cache-control": "no-store" } });
});
