import * as z from "zod/mini";
import { type InstanceAccess, type RemoteInstance, remoteAccess } from "./instance-access";
import { InstanceError, TokenRefused } from "./instance-error";
import { askInstance, isNotOffered } from "./instance-request";

export interface InstanceAccount {
  /** Null if the instance does not say whose token it is. */
  id: string | null;
  username: string | null;
}

const me = z.object({ id: z.string(), username: z.string(), bot: z.nullish(z.boolean()) });
const unknownAccount: InstanceAccount = { id: null, username: null };

const isBot = () =>
  new InstanceError("This token belongs to a bot. Connect a person's account.", 403, [], 20001);

/** Reduces pasted text to a valid header value, without what people often copy along with it. */
function cleanToken(typed: string): string {
  const token = typed
    .trim()
    .replace(/^(["'])(.*)\1$/, "$2")
    .replace(/^Bearer\s+/i, "");
  if (/^Bot\s/i.test(token)) throw isBot();
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new InstanceError(
      "This is not a token: a token is one word of letters, digits and dots. Copy all of it.",
      400,
    );
  }
  return token;
}

/**
 * For instances that do not say whose token it is: declines an authorization for ids that name nothing. That
 * changes nothing, and a 401 can only be caused by the token.
 */
async function probe(access: InstanceAccess): Promise<InstanceAccount> {
  try {
    await askInstance(access, "/oauth2/authorize?client_id=0", {
      body: { guild_id: "0", permissions: "0", authorize: false },
      isSafe: true,
    });
  } catch (error) {
    if (isNotOffered(error)) {
      const words = `There is no instance API at ${access.url}. Check INSTANCE_API_URL, which ends with /api.`;
      throw new InstanceError(words, 404);
    }
    if (!(error instanceof InstanceError)) throw error;
    const isRefusal = error instanceof TokenRefused || error.code === 20001 || error.status === 429;
    if (isRefusal || error.status < 400 || error.status >= 500) throw error;
  }
  return unknownAccount;
}

/**
 * Checks whether the instance accepts a user token, and whose it is.
 * @param typed the token as it was typed
 * @returns the token to use
 * @throws InstanceError with a message for the operator who typed it
 */
export async function checkToken(
  instance: RemoteInstance,
  typed: string,
): Promise<{ token: string; account: InstanceAccount }> {
  const token = cleanToken(typed);
  const access = remoteAccess(instance, token, () => undefined);
  try {
    const answer = me.safeParse(await askInstance(access, "/users/@me", { method: "GET" }));
    if (answer.data?.bot) throw isBot();
    const { id, username } = answer.data ?? unknownAccount;
    return { token, account: { id, username } };
  } catch (error) {
    if (!isNotOffered(error)) throw error;
    return { token, account: await probe(access) };
  }
}
