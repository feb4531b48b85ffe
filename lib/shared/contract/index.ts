import { descriptionRoutes } from "./description";
import { operatorRoutes } from "./operators";
import type { Route } from "./route";

/** Every route of the panel API, by the name of its handler. */
export const routes = { ...descriptionRoutes, ...operatorRoutes } satisfies Record<string, Route>;

type AnyRoute = (typeof routes)[keyof typeof routes];

/** The routes as clients write them: `"PATCH /operators/:id"`. */
export type PanelRoutes = { [R in AnyRoute as `${R["method"]} ${R["path"]}`]: R };
