import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { isSnowflake, snowflakeTime } from "@/lib/shared/chat/snowflake";
import type { Capabilities } from "@/lib/shared/contract/instance";
import type { UserDetail } from "@/lib/shared/contract/users";
import { lacking, type Users } from "../instance";
import type { UpstreamCaller } from "./caller";
import { explained, ifOffered } from "./client";
import { UpstreamError } from "./failure";

const userAnswer = z.object({
  id: z.string(),
  username: z.string(),
  bot: z.boolean().nullish(),
  rights: z
    .union([z.string().regex(/^\d{1,20}$/), z.number()])
    .nullish()
    .catch(null),
});
const profile = z.object({ user: userAnswer });

const UNKNOWN = "The instance has no user with this id. Check the id.";

/** Users of a running instance. They are found only by id, because the API does not list them. */
export function upstreamUsers(caller: UpstreamCaller, capabilities: Capabilities): Users {
  const { record, account, asOperator } = caller;

  async function get(id: string): Promise<UserDetail> {
    if (!isSnowflake(id)) throw new AppError("not-found", UNKNOWN);
    try {
      const answer =
        userAnswer.safeParse(await ifOffered(asOperator().ask("GET", `/users/${id}`))).data ??
        (await asOperator().get(profile, "the user", "GET", `/users/${id}/profile`)).user;
      return {
        id,
        username: answer.username,
        disabled: false,
        rights: answer.rights == null ? null : String(answer.rights),
        guildCount: null,
        createdAt: new Date(snowflakeTime(id)).toISOString(),
        operator: null,
        isSelf: id === account?.id,
        manages: null,
        bot: answer.bot ?? false,
      };
    } catch (error) {
      if (error instanceof UpstreamError && error.isNotFound) throw new AppError("not-found", UNKNOWN);
      if (error instanceof UpstreamError && error.isNotOffered)
        throw error.reworded("Your instance does not return users by id.");
      throw error;
    }
  }

  const ban = (id: string, reason: string) =>
    explained(
      asOperator().ask("POST", `/users/${id}/delete`, { body: { reason, persistInstanceBan: true } }),
      {
        notOffered: "Your instance's API cannot delete users.",
        async unknown(error) {
          const isGone = await get(id).then(
            () => false,
            (reason: unknown) => reason instanceof AppError && reason.code === "not-found",
          );
          if (isGone) return null;
          throw error.reworded(
            `${error.message} The user may have been deleted. Look up the user before you try again.`,
          );
        },
      },
    );

  const lacks = lacking(capabilities);
  return {
    page: lacks("everyUser"),
    get,
    create: lacks("userCare"),
    change: lacks("userCare"),
    async ban(id, reason) {
      if (capabilities.userBans !== true) throw new AppError("not-offered", capabilities.userBans);
      const { username } = await get(id);
      await record({ action: "user.ban", to: "user", id, target: username }, () => ban(id, reason));
    },
    tokens: lacks("userTokens"),
    createToken: lacks("userTokens"),
    revokeToken: lacks("userTokens"),
  };
}
