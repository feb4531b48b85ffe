import { readdirSync, readFileSync } from "node:fs";
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
  const list = readFileSync("lib/server/instance-api/routes.ts", "utf8");
  const found = [...list.matchAll(/\bendpoint\("(\w+)", "([^"]+)"/g)];
  if (found.length === 0) throw new Error("The list of the instance API's endpoints is not where it was.");
  return found.map(([, method = "", path = ""]) => ({ method, path: `/api/[version]${bracketed(path)}` }));
}

/**
 * Maps the folder of each route file in app/api to its routes that change something. Routes in the instance
 * API's list or the panel API's table are omitted.
 */
const ELSEWHERE: Record<string, Route[]> = {
  "[version]/[[...path]]": [],
  "panel/[...path]": [],
  "auth/[...nextauth]": [{ method: "POST", path: "/api/auth/[...nextauth]" }],
  setup: [{ method: "POST", path: "/api/setup" }],
  "setup/trial": [{ method: "POST", path: "/api/setup/trial" }],
  join: [{ method: "POST", path: "/api/join" }],
  health: [],
  metrics: [],
  "openapi.json": [],
};

/** All routes whose method may change something. Throws if a route file is missing from the table above. */
export function changingRoutes(): Route[] {
  const files = readdirSync("app/api", { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)route\.ts$/.test(file))
    .map((file) => file.replace(/\/?route\.ts$/, ""));
  const unknown = files.filter((file) => !(file in ELSEWHERE));
  if (unknown.length > 0) throw new Error(`Declare these in lib/shared/contract: ${unknown.join(", ")}`);
  const panel = Object.values(routes).map(({ method, path }) => ({
    method,
    path: `/api/panel${bracketed(path)}`,
  }));
  return [...Object.values(ELSEWHERE).flat(), ...panel, ...instanceEndpoints()].filter(({ method }) =>
    CHANGING.includes(method),
  );
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
