import { panelRoutes } from "@/lib/server/panel-api";

export const dynamic = "force-dynamic";

/**
 * Serves the panel API if the panel's front door does not: under `npm run dev`, and on hosts that run Next without
 * the front door.
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
