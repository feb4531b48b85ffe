import { instanceRoute } from "@/lib/server/instance-api";

export const dynamic = "force-dynamic";

/**
 * Serves the instance API if the panel's front door does not: under `npm run dev`, and on hosts that run Next without
 * the front door.
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
