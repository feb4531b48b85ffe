import type { InstanceAccess } from "./instance-access";
import type { InstanceBot } from "./instance-bots";
import { InstanceError, retold } from "./instance-error";
import { askInstance } from "./instance-request";

export interface InstanceBotValues {
  name: string;
  description: string;
  public: boolean;
  username: string;
}

/**
 * `PATCH /applications/<id>` with what differs, and `PATCH /applications/<id>/bot` for the bot user's name. Both set
 * values, so they are safe to repeat.
 * @throws InstanceError
 */
export async function editInstanceBot(
  access: InstanceAccess,
  before: InstanceBot,
  values: InstanceBotValues,
): Promise<void> {
  const changes = {
    ...(values.name !== before.name && { name: values.name }),
    ...(values.description !== before.description && { description: values.description }),
    ...(values.public !== before.public && { bot_public: values.public }),
  };
  const isChanged = Object.keys(changes).length > 0;
  if (isChanged) await askInstance(access, `/applications/${before.id}`, { method: "PATCH", body: changes });
  if (before.username === null || values.username === before.username) return;
  try {
    const body = { username: values.username };
    await askInstance(access, `/applications/${before.id}/bot`, { method: "PATCH", body });
  } catch (error) {
    if (!isChanged || !(error instanceof InstanceError)) throw error;
    throw retold(error, `The application was saved, but not the bot's username. ${error.message}`);
  }
}
