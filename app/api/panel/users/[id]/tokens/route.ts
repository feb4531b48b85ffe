import { z } from "zod";
import { db } from "@/lib/server/db";
import { instanceStore } from "@/lib/server/instance";
import { confirmPassword } from "@/lib/server/operators";
import {
  asTokenEntry,
  auditedUser,
  localUserId,
  pageQuery,
  panelRoute,
  readJson,
  userTokenPage,
} from "@/lib/server/panel-api";

type Params = { id: string };

const DAY = 24 * 60 * 60 * 1000;
const LONGEST_DAYS = 366;

/** A page of the user's tokens for scripts, newest first; never the tokens themselves. */
export const GET = panelRoute<Params>(({ request, params, operator }) =>
  userTokenPage(operator, params.id, pageQuery(request.nextUrl)),
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
export const POST = panelRoute<Params>(async ({ request, params: { id }, operator }) => {
  localUserId(operator);
  const { name, expiresInDays, password } = await readJson(request, bodySchema);
  await confirmPassword(db(), operator, { password, path: "password", undone: "No token was created" });
  const expiresAt = Date.now() + expiresInDays * DAY;
  const input = { name, expiresAt, createdBy: operator.username };
  const { token, entry } = await auditedUser(
    operator,
    { action: "user.token.create", id },
    () => instanceStore().issueNamedToken(id, input),
    (made) => ({ token: made.entry.id, name: made.entry.name, ends: new Date(expiresAt).toISOString() }),
  );
  return Response.json(
    { token, entry: asTokenEntry(entry) },
    { status: 201, headers: { "cache-control": "no-store" } },
  );
});
