import { z } from "zod";
import { instanceStore } from "@/lib/server/instance";
import {
  auditedGuild,
  localUserId,
  memberPage,
  pageQuery,
  panelRoute,
  readJson,
} from "@/lib/server/panel-api";

type Params = { id: string };

/** A page of the guild's people, or of its bots with `bots=1`. */
export const GET = panelRoute<Params>(({ request, params, operator }) =>
  memberPage(operator, params.id, {
    ...pageQuery(request.nextUrl),
    bots: request.nextUrl.searchParams.get("bots") === "1",
  }),
);

const bodySchema = z.object({ userId: z.string("Choose a user.") });

/** Makes a person a member. */
export const POST = panelRoute<Params>(async ({ request, params: { id }, operator }) => {
  localUserId(operator);
  const { userId } = await readJson(request, bodySchema);
  const add = () => instanceStore().addMember(id, userId);
  const { member } = await auditedGuild(operator, { action: "guild.member.add", id }, add, (done) => ({
    user: done.member.id,
    username: done.member.username,
  }));
  return member;
});
