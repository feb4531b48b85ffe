import * as z from "zod/mini";
import { routes } from ".";
import type { Route } from "./route";

const all: readonly Route[] = Object.values(routes);

/**
 * The route for an address. A route without parameters wins over one with parameters. @param path below
 * `/api/panel`
 */
function routeAt(method: string, path: string): Route | undefined {
  const ofMethod = all.filter((route) => route.method === method);
  const fits = ({ path: pattern }: Route) =>
    new RegExp(`^${pattern.replaceAll(".", "\\.").replace(/:\w+/g, "[^/]+")}$`).test(path);
  return ofMethod.find((route) => route.path === path) ?? ofMethod.find(fits);
}

/**
 * Checks, in development and in tests, that a successful answer matches its route's declaration.
 * @param address with or without its query: `/api/panel/operators/3`
 * @throws Error naming the route and the mismatch
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
