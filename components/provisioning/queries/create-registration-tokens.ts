import * as z from "zod/mini";
import { webAddress } from "../web-address";
import type { InstanceAccess } from "./instance-access";
import { InstanceError, retold } from "./instance-error";
import { askInstance } from "./instance-request";

/** A token that lets one person register, as it is shown once. */
export interface RegistrationToken {
  token: string;
  /** Where a client registers with it; null where neither the instance nor the file says where clients are. */
  link: string | null;
}

/** The account lacks the right `CREATE_REGISTRATION_TOKENS`. */
export class MissingRight extends InstanceError {}

const answered = z.object({ tokens: z.array(z.string().check(z.minLength(1))) });

/**
 * `GET /auth/generate-registration-tokens`, which makes new ones at every call: not safe to repeat.
 * @param frontPage `general.frontPage`, for an instance that answers without links
 * @throws MissingRight; InstanceError
 */
export async function createRegistrationTokens(
  access: InstanceAccess,
  { count, length }: { count: number; length: number },
  frontPage: string | null,
): Promise<RegistrationToken[]> {
  const query = new URLSearchParams({ count: String(count), length: String(length), include_url: "true" });
  const path = `/auth/generate-registration-tokens?${query}`;
  try {
    const answer = answered.safeParse(await askInstance(access, path, { method: "GET", isSafe: false }));
    if (answer.success) return answer.data.tokens.map((text) => registrationToken(text, frontPage));
    throw new InstanceError("The instance did not return the tokens.", 200, [], 0, false);
  } catch (error) {
    if (!(error instanceof InstanceError)) throw error;
    if (error.status === 403 || error.code === 50013)
      throw new MissingRight(error.message, error.status, [], error.code);
    if (error.hadNoEffect) throw error;
    const words = "Tokens may have been made that nobody knows, and expire like any other. Try again.";
    throw retold(error, `${error.message} ${words}`);
  }
}

/** @param text a token, or a link with one: an instance without a front page of its own writes `null/register?token=…` */
export function registrationToken(text: string, frontPage: string | null): RegistrationToken {
  const token = /[?&]token=([^&#]+)/.exec(text)?.[1] ?? text;
  if (webAddress(text) !== null) return { token, link: text };
  const base = webAddress(frontPage);
  if (base === null) return { token, link: null };
  const url = new URL("/register", base);
  url.searchParams.set("token", token);
  return { token, link: url.href };
}
