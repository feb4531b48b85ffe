import { instanceRoute } from "@/lib/api";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = instanceRoute({
  method: "POST",
  params: ["application_id"],
  handle: ({ caller, directory, params }) => directory.resetBotToken(caller.id, params.application_id),
});
