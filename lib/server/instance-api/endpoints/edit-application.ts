import "server-only";
import { endpoint } from "../endpoint";
import { serializeApplication } from "../serializers";
import { editApplicationBody } from "../schemas";

/** `PATCH /applications/:application_id` (docs/instance-api.md). */
export const editApplication = endpoint({
  params: ["application_id"],
  body: editApplicationBody,
  async handle({ caller, store, params, body }) {
    const { name, description, bot_public } = body;
    const changes = {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description: description ?? "" }),
      ...(bot_public !== undefined && { botPublic: bot_public }),
    };
    return serializeApplication(await store.editApplication(caller.id, params.application_id, changes));
  },
});
