import "server-only";
import { nextRoute } from "@/lib/server/api/next-route";
import { panel } from "./routes";

/** The panel API as a route of Next. */
export const panelRoutes = nextRoute(panel.answer, panel.limitOf);
