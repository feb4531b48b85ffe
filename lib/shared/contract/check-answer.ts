import * as z from "zod/mini";
import { routes } from ".";
import type { Route } from "./route";

const all: readonly Route[] = Object.values(routes);

/**
 * A route without parameters takes precedence over a route with parameters.
 * @param path below `/api/panel`
 */
function routeAt(method: string, path: string): Route | undefined {
  const ofMethod = all.filter((route) => route.method === method);
  const fits = ({ path: pattern }: Route) =>
    new RegExp(`^${pattern.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}$`).test(path);
  return ofMethod.find((route) => route.path === path) ?? ofMethod.find(fits);
}

/**
 * Used in development and in tests.
 * @param address such as `/api/panel/operators/3`, with or without a query
 * @throws Error that names the route and the mismatch
 */
export function checkAnswer(method: string, address: string, answer: unknown): void {
  const route = routeAt(method, address.replace(/^\/api\/panel/, "").replace(/\?.*$/, ""));
  if (!route || typeof route.answer === "string") return;
  const { error } = z.safeParse(route.answer, answer);
  if (error)
    throw new Error(
      `${method} ${route.path} sent a response that does not match its schema: ${z.prettifyError(error)}`,
    );
}
