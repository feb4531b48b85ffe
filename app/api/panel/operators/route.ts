import { db } from "@/lib/server/db";
import { credentialsSchema, listOperators } from "@/lib/server/operators";
import { addOperator, panelRoute, readJson } from "@/lib/server/panel-api";

export const GET = panelRoute(() => listOperators(db()));

export const POST = panelRoute(async ({ request, operator }) => {
  const input = await readJson(request, credentialsSchema);
  return Response.json(await addOperator(input, operator.username), { status: 201 });
});
