import { panelRoutes } from "@/lib/server/panel-api";

export const dynamic = "force-dynamic";

/**
 * Serves the panel API if its requests reach Next. Usually, the front door (`lib/server/door`) answers them
 * first. They reach Next under `npm run dev`, and on hosts that run Next without the front door.
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
