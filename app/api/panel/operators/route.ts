import { db } from "@/lib/db";
import { credentialsSchema, listOperators } from "@/lib/operators";
import { addOperator, panelRoute, readJson } from "@/lib/panel";

export const GET = panelRoute(() => listOperators(db()));

export const POST = panelRoute(async ({ request, operator }) => {
  const input = await readJson(request, credentialsSchema);
  return Response.json(await addOperator(input, operator.username), { status: 201 });
});
