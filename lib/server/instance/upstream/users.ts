import "server-only";
import * as z from "zod";
import { AppError } from "@/lib/errors";
import { isSnowflake, snowflakeTime } from "@/lib/shared/chat/snowflake";
import type { Capabilities, RegistrationToken } from "@/lib/shared/contract/instance";
import type { UserDetail } from "@/lib/shared/contract/users";
import { lacking, type RegistrationTokens, type Users } from "../instance";
import { explained, ifOffered, type UpstreamCaller } from "./client";
import { UpstreamError } from "./failure";
import { webAddress } from "./state";
import type { Settings } from "@/lib/shared/settings/values";

const userAnswer = z.object({
  id: z.string(),
  username: z.string(),
  bot: z.boolean().nullish(),
  rights: z
    .union([z.string().regex(/^\d{1,20}$/), z.int().nonnegative()])
    .nullish()
    .catch(null),
});
const profile = z.object({ user: userAnswer });

const UNKNOWN = "The instance has no user with this id. Check the id.";

/** They find users only by id, because the API does not list users. */
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

interface RegistrationFacts {
  /** ms */
  lifetime: number;
  /** Null if everybody may register, or if the file cannot be read. */
  needed: "closed" | "invite" | null;
}

/** @param settings null if the file cannot be read; the lifetime is then the default */
export function registrationFacts(settings: Settings | null): RegistrationFacts {
  if (settings === null) return { lifetime: 604_800_000, needed: null };
  const isClosed = settings.get("register.disabled") || !settings.get("register.allowNewRegistration");
  return {
    lifetime: settings.get("security.defaultRegistrationTokenExpiration"),
    needed: isClosed ? "closed" : settings.get("register.requireInvite") ? "invite" : null,
  };
}

const answered = z.object({ tokens: z.array(z.string().min(1)) });

const MISSING_RIGHT =
  "This account cannot create registration tokens: it needs the CREATE_REGISTRATION_TOKENS right. Grant the right in the instance's database, or connect an account that is an operator there.";

export function upstreamTokens({ record, asOperator, frontPage }: UpstreamCaller): RegistrationTokens {
  return {
    create({ count, length }) {
      const entry = { action: "registration-tokens.create", detail: { count } };
      return record(entry, async () => {
        const query = new URLSearchParams({
          count: String(count),
          length: String(length),
          include_url: "true",
        });
        // This GET creates tokens, so it must not count as a safe request.
        const request = { isSafe: false };
        const path = `/auth/generate-registration-tokens?${query}`;
        const creation = asOperator().get(answered, "the tokens", "GET", path, request);
        const { tokens } = await explained(creation, {
          notOffered: "Your instance does not support registration tokens. Invite people to a guild instead.",
          unknown:
            "Tokens may have been created but cannot be shown. They expire like any other token. Try again.",
        }).catch((error: unknown) => {
          const isRefused =
            error instanceof UpstreamError &&
            (error.code === "missing-permissions" || error.failure.status === 403);
          throw isRefused ? new AppError("missing-permissions", MISSING_RIGHT) : error;
        });
        return tokens.map((text) => registrationToken(text, frontPage));
      });
    },
  };
}

/** @param text a token, or a link that contains one (`null/register?token=…` if the instance has no front page) */
export function registrationToken(text: string, frontPage: string | null): RegistrationToken {
  const token = /[?&]token=([^&#]+)/.exec(text)?.[1] ?? text;
  if (webAddress(text) !== null) return { token, link: text };
  const base = webAddress(frontPage);
  if (base === null) return { token, link: null };
  const url = new URL("/register", base);
  url.searchParams.set("token", token);
  return { token, link: url.href };
}
