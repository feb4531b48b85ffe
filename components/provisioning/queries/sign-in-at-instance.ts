import * as z from "zod/mini";
import { instancePrefix, type RemoteInstance } from "./instance-access";
import { InstanceError, instanceError } from "./instance-error";
import { askInstanceOpenly } from "./instance-request";

const answered = z.object({
  token: z.nullish(z.string()),
  mfa: z.nullish(z.boolean()),
  ticket: z.optional(z.unknown()),
  captcha_key: z.optional(z.unknown()),
  captcha_sitekey: z.optional(z.unknown()),
});

/** The instance asks for something that this panel cannot answer. The operator can still use the account's token. */
export class FurtherProof extends InstanceError {}

const secondFactor =
  "This account uses two-factor sign-in, which does not work here. Sign in with a client, and connect with its user token.";
const captcha =
  "The instance asks for a captcha, which does not work here. Sign in with a client, and connect with its user token.";

/** For a wrong name or password, the details are in the fields; the answer's own message is generic. */
async function refusal(response: Response, url: string): Promise<InstanceError> {
  const error = await instanceError(response, url, true);
  const sentences = error.problems.map(({ message }) => message).join(" ");
  return sentences === "" ? error : new InstanceError(sentences, error.status, error.problems, error.code);
}

/**
 * `POST /auth/login` of the upstream instance. Name and password pass through the panel and are stored nowhere.
 * @returns the account's user token
 * @throws FurtherProof for a second factor or a captcha; InstanceError
 */
export async function signInAtInstance(
  { url, version }: RemoteInstance,
  credentials: { login: string; password: string },
): Promise<string> {
  const access = { prefix: instancePrefix(version), url };
  const response = await askInstanceOpenly(access, "/auth/login", { ...credentials, undelete: false });
  const answer = answered.safeParse(
    await response
      .clone()
      .json()
      .catch(() => null),
  ).data;
  if (answer?.captcha_key !== undefined || answer?.captcha_sitekey !== undefined)
    throw new FurtherProof(captcha, 400);
  if (answer?.mfa || (answer?.ticket != null && !answer.token)) throw new FurtherProof(secondFactor, 400);
  if (response.status === 401) {
    throw new InstanceError("Wrong name or password. Check both, and try again.", 401);
  }
  if (!response.ok) throw await refusal(response, url);
  if (!answer?.token) {
    throw new FurtherProof("The instance did not return a token. Connect with a user token instead.", 200);
  }
  return answer.token;
}
