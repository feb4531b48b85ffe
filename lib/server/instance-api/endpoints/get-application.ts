import "server-only";
import { AppError } from "@/lib/errors";
import { endpoint } from "../endpoint";
import { serializeApplication } from "../serializers";

/** `GET /applications/:application_id` (docs/instance-api.md). A bot sees its own one, also as `@me`. */
export const getApplication = endpoint({
  params: ["application_id"],
  callers: "bots",
  async handle({ caller, store, params }) {
    const { application_id } = params;
    if (!caller.bot) return serializeApplication(await store.getApplication(caller.id, application_id));
    if (application_id !== "@me" && application_id !== caller.id) throw new AppError("bots-not-allowed");
    return serializeApplication(await store.getBot(caller.id));
  },
});
