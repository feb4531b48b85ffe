import { instanceRoute } from "@/lib/api";
import { presentApplication } from "@/lib/api/present";
import { createApplicationBody } from "@/lib/api/schemas";

// Without it Next wraps the request to find out whether the route could be static.
export const dynamic = "force-dynamic";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = instanceRoute({
  method: "POST",
  body: createApplicationBody,
  handle: async ({ caller, directory, body }) =>
    presentApplication(await directory.createApplication(caller.id, body)),
});
