import "server-only";

export type Params = Readonly<Record<string, string>>;

interface Place<T> {
  parts: readonly string[];
  methods: ReadonlyMap<string, T>;
}

export interface Match<T> {
  /** Routes by method. HEAD uses the route of GET. Empty if no route has this path. */
  methods: ReadonlyMap<string, T>;
  params: Params;
  /** The pattern that matched, such as `/bots/:id`. Null if no route has this path. */
  pattern: string | null;
}

/**
 * Returns a function that finds the routes for a path. `:name` in a pattern matches one segment. A literal
 * segment takes precedence over a parameter, regardless of the order of `routes`.
 */
export function matcher<T extends { method: string; path: string }>(
  routes: readonly T[],
): (path: string) => Match<T> {
  const patterns = [...new Set(routes.map(({ path }) => path))].toSorted(byPrecision);
  const places = patterns.map((pattern): [string, Place<T>] => [
    pattern,
    { parts: pattern.split("/"), methods: methodsAt(routes.filter(({ path }) => path === pattern)) },
  ]);
  return (path) => {
    const parts = path.split("/");
    for (const [pattern, place] of places) {
      const params = paramsOf(place.parts, parts);
      if (params) return { methods: place.methods, params, pattern };
    }
    return { methods: new Map(), params: {}, pattern: null };
  };
}

const byPrecision = (a: string, b: string) => {
  const [ours, theirs] = [a.split("/"), b.split("/")];
  const at = ours.findIndex((part, index) => part.startsWith(":") !== theirs[index]?.startsWith(":"));
  return at === -1 ? 0 : ours[at]?.startsWith(":") ? 1 : -1;
};

function methodsAt<T extends { method: string }>(routes: readonly T[]): ReadonlyMap<string, T> {
  const methods = new Map(routes.map((route) => [route.method, route]));
  const get = methods.get("GET");
  return get ? new Map([...methods, ["HEAD", get]]) : methods;
}

function paramsOf(pattern: readonly string[], parts: readonly string[]): Params | null {
  if (pattern.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [at, name] of pattern.entries()) {
    const part = parts[at] ?? "";
    if (name.startsWith(":")) params[name.slice(1)] = decoded(part);
    else if (name !== part) return null;
  }
  return params;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const allowed = ({ methods }: Match<unknown>): string => [...methods.keys(), "OPTIONS"].join(", ");
