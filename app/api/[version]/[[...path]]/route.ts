import { instanceRoute } from "@/lib/server/instance-api";

export const dynamic = "force-dynamic";

/**
 * Serves the instance API where the panel's own HTTP server does not: under `npm run dev` and on other hosts.
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
