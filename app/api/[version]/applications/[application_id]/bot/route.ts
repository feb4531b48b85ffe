import { instanceRoute } from "@/lib/api";

// Without it Next wraps the request to find out whether the route could be static.
export const dynamic = "force-dynamic";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = instanceRoute({
  method: "POST",
  params: ["application_id"],
  handle: ({ caller, directory, params }) => directory.createBot(caller.id, params.application_id),
});
