import { instanceRoute } from "@/lib/api";
import { directory } from "@/lib/instance";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = instanceRoute({
  method: "POST",
  params: ["application_id"],
  handle: ({ caller, params }) => directory().resetBotToken(caller.id, params.application_id),
});
