import * as z from "zod/mini";
import type { InstanceAccess } from "./instance-access";
import { InstanceError, retold } from "./instance-error";
import { askInstance } from "./instance-request";

const answered = z.object({ token: z.string().check(z.minLength(1)) });

/**
 * `POST /applications/<id>/bot/reset`: ends the bot's tokens. Safe to repeat: each call returns a token that works.
 * @throws InstanceError
 */
export async function resetInstanceToken(access: InstanceAccess, id: string): Promise<string> {
  try {
    // Some servers read a member of the body, and fail on a request without one.
    const answer = answered.safeParse(
      await askInstance(access, `/applications/${id}/bot/reset`, { body: {} }),
    );
    if (answer.success) return answer.data.token;
    throw new InstanceError("The instance did not return the new token.", 200, [], 0, false);
  } catch (error) {
    if (!(error instanceof InstanceError) || error.hadNoEffect) throw error;
    throw retold(
      error,
      `${error.message} The old token may have stopped working. Reset it again to get a token.`,
    );
  }
}
