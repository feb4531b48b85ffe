import { panelRoutes } from "@/lib/server/panel-api";

export const dynamic = "force-dynamic";

/**
 * Serves the panel API where the panel's own HTTP server does not: under `npm run dev` and on other hosts.
 */
export {
  panelRoutes as DELETE,
  panelRoutes as GET,
  panelRoutes as HEAD,
  panelRoutes as OPTIONS,
  panelRoutes as PATCH,
  panelRoutes as POST,
  panelRoutes as PUT,
};
