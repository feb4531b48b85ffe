import { z } from "zod";
import { db } from "@/lib/server/db";
import { confirmPassword } from "@/lib/server/operators";
import { pageQuery, panelRoute, readJson } from "@/lib/server/panel-api";

type Params = { id: string };

const DAY = 24 * 60 * 60 * 1000;
const LONGEST_DAYS = 366;

/** A page of the user's tokens for scripts, newest first; never the tokens themselves. */
export const GET = panelRoute<Params>(async ({ request, params, instance }) =>
  (await instance()).users.tokens(params.id, pageQuery(request.nextUrl)),
);

const bodySchema = z.object({
  name: z.string("Enter a name for the token."),
  expiresInDays: z
    .int("Send in how many days the token ends, as a whole number.")
    .min(1, "A token lasts a day at least.")
    .max(LONGEST_DAYS, `A token lasts ${LONGEST_DAYS} days at most.`),
  password: z.string("Enter your current password."),
});

/** Issues a token for scripts, and shows it this once. Asks for the operator's password. */
export const POST = panelRoute<Params>(async ({ request, params: { id }, operator, instance }) => {
  const { users } = await instance();
  const { name, expiresInDays, password } = await readJson(request, bodySchema);
  await confirmPassword(db(), operator, { password, path: "password", undone: "No token was created" });
  const made = await users.createToken(id, { name, expiresAt: Date.now() + expiresInDays * DAY });
  return Response.json(made, { status: 201, headers: { "cache-control": "no-store" } });
});
