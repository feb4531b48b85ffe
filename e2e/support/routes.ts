import { existsSync, readFileSync } from "node:fs";
import { routes } from "@/lib/shared/contract";

export interface Route {
  method: string;
  /** The path with parameters in brackets, such as `/api/panel/config/revisions/[id]/restore`. */
  path: string;
}

const CHANGING = ["POST", "PUT", "PATCH", "DELETE"];

const bracketed = (path: string) => path.replace(/:(\w+)/g, "[$1]");

/** The endpoints of the instance API, parsed from the file that lists them. */
function instanceEndpoints(): Route[] {
  const list = readFileSync("lib/server/http/instance-api/routes.ts", "utf8");
  const found = [...list.matchAll(/\bendpoint\("(\w+)", "([^"]+)"/g)];
  if (found.length === 0) throw new Error("The list of the instance API's endpoints is not where it was.");
  return found.map(([, method = "", path = ""]) => ({ method, path: `/api/[version]${bracketed(path)}` }));
}

/** The routes without a session. The front door answers them, so Next has no routes below `/api`. */
const OPEN: Route[] = ["auth/[...nextauth]", "setup", "setup/trial", "join"].map((path) => ({
  method: "POST",
  path: `/api/${path}`,
}));

/** All routes whose method may change something. */
export function changingRoutes(): Route[] {
  if (existsSync("app/api")) throw new Error("Declare the routes of app/api in lib/shared/contract.");
  const panel = Object.values(routes).map(({ method, path }) => ({
    method,
    path: `/api/panel${bracketed(path)}`,
  }));
  return [...OPEN, ...panel, ...instanceEndpoints()].filter(({ method }) => CHANGING.includes(method));
}

/** Whether a route belongs to the instance API, which accepts tokens but no cookies. */
export const isOfInstanceApi = ({ path }: Route): boolean => path.startsWith("/api/[version]");

/** Returns the audit actions of a panel API route. Empty if the route changes nothing. */
export function auditedAs({ method, path }: Route): readonly string[] {
  const route = Object.values(routes).find(
    (one) => one.method === method && `/api/panel${bracketed(one.path)}` === path,
  );
  return route && "audit" in route ? [route.audit].flat() : [];
}
