import * as z from "zod/mini";
import type { InstanceAccess } from "./instance-access";
import { askInstance } from "./instance-request";
import { InstanceError } from "./instance-error";

const created = z.object({
  id: z.string(),
  name: z.optional(z.string()),
  /** Present when the instance creates bots automatically (`general.autoCreateBotUsers`). */
  bot: z.nullish(z.object({})),
});

/**
 * `POST /applications` (docs/instance-api.md). Not safe to repeat.
 * @throws InstanceError
 */
export async function createApplication(
  access: InstanceAccess,
  name: string,
): Promise<{ id: string; name: string; hasBot: boolean }> {
  const answer = created.safeParse(await askInstance(access, "/applications", { body: { name } }));
  if (!answer.success) {
    const words =
      "The instance did not return the application's id, so the panel cannot tell what was created. Look for it on the instance.";
    throw new InstanceError(words, 200, [], 0, false);
  }
  const { id, name: stored = name, bot } = answer.data;
  return { id, name: stored, hasBot: bot != null };
}
