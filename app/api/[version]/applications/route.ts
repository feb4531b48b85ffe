import { instanceRoute } from "@/lib/api";
import { presentApplication } from "@/lib/api/present";
import { createApplicationBody } from "@/lib/api/schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = instanceRoute({
  method: "POST",
  body: createApplicationBody,
  handle: async ({ caller, directory, body }) =>
    presentApplication(await directory.createApplication(caller.id, body)),
});
