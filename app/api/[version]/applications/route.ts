import { instanceRoute } from "@/lib/api";
import { presentApplication } from "@/lib/api/present";
import { createApplicationBody } from "@/lib/api/schemas";
import { directory } from "@/lib/instance";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = instanceRoute({
  method: "POST",
  body: createApplicationBody,
  handle: async ({ caller, body }) =>
    presentApplication(await directory().createApplication(caller.id, body)),
});
