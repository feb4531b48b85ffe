import { instanceRoute } from "@/lib/server/instance-api";

export const dynamic = "force-dynamic";

/**
 * Serves the instance API if no front door serves it: under `npm run dev`, and on hosts that run only Next.
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
