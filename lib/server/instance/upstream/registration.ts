import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { configFile } from "@/lib/server/config-file";
import type { RegistrationToken } from "@/lib/shared/contract/instance";
import type { RegistrationTokens } from "../instance";
import { webAddress } from "./address";
import type { UpstreamCaller } from "./caller";
import { explained } from "./client";
import { UpstreamError } from "./failure";

interface RegistrationFacts {
  /** ms */
  lifetime: number;
  /** Why people need a registration token. Null if everybody may register, or if the file cannot be read. */
  needed: "closed" | "invite" | null;
}

/** Reads the live file's registration settings. If the file cannot be read, returns the default lifetime of a token. */
export async function registrationFacts(): Promise<RegistrationFacts> {
  const settings = await configFile()
    .settings()
    .catch(() => null);
  if (settings === null) return { lifetime: 604_800_000, needed: null };
  const isClosed = settings.get("register.disabled") || !settings.get("register.allowNewRegistration");
  return {
    lifetime: settings.get("security.defaultRegistrationTokenExpiration"),
    needed: isClosed ? "closed" : settings.get("register.requireInvite") ? "invite" : null,
  };
}

const answered = z.object({ tokens: z.array(z.string().min(1)) });

const MISSING_RIGHT =
  "This account cannot create registration tokens: it needs the right CREATE_REGISTRATION_TOKENS. Grant the right in the instance's database, or connect an account that is an operator there.";

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
        const made = asOperator().get(answered, "the tokens", "GET", path, request);
        const { tokens } = await explained(made, {
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

/** @param text a token, or a link that contains one. Instances without a front page return `null/register?token=…` */
export function registrationToken(text: string, frontPage: string | null): RegistrationToken {
  const token = /[?&]token=([^&#]+)/.exec(text)?.[1] ?? text;
  if (webAddress(text) !== null) return { token, link: text };
  const base = webAddress(frontPage);
  if (base === null) return { token, link: null };
  const url = new URL("/register", base);
  url.searchParams.set("token", token);
  return { token, link: url.href };
}
