import * as z from "zod/mini";
import type { InstanceAccess } from "./instance-access";
import { InstanceError } from "./instance-error";
import { askInstance } from "./instance-request";

const answered = z.object({ token: z.string().check(z.minLength(1)) });

/**
 * `POST /applications/<id>/bot` (docs/instance-api.md). Safe to repeat with the local directory: there is one bot, and
 * each call returns a new token. An upstream instance may behave differently.
 * @throws InstanceError
 */
export async function createBot(access: InstanceAccess, applicationId: string): Promise<{ token: string }> {
  const path = `/applications/${encodeURIComponent(applicationId)}/bot`;
  const answer = answered.safeParse(await askInstance(access, path));
  if (answer.success) return answer.data;
  const words = "The instance did not return the bot's token. Look for it on the application's page there.";
  throw new InstanceError(words, 200, [], 0, false);
}
