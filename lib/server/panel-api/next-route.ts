import "server-only";
import { nextRoute } from "@/lib/server/api/next-route";
import { panel } from "./routes";

export const panelRoutes = nextRoute(panel.answer, panel.limitOf);
