import { instanceRoute } from "@/lib/server/instance-api";

export const dynamic = "force-dynamic";

/**
 * Serves the instance API if its requests reach Next. Usually, the front door (`lib/server/door`) answers
 * them first. They reach Next under `npm run dev`, and on hosts that run Next without the front door.
 */
export {
  instanceRoute as DELETE,
  instanceRoute as GET,
  instanceRoute as HEAD,
  instanceRoute as OPTIONS,
  instanceRoute as PATCH,
  instanceRoute as POST,
  instanceRoute as PUT,
};
