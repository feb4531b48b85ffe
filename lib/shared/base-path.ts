/**
 * The path below which the panel is served, such as `/admin`; empty by default. A build has a placeholder, which
 * `scripts/base-path.mjs` replaces. Links and the router of Next add it themselves.
 */
const basePath = process.env.PANEL_BASE_PATH ?? "";

/** Returns the address of a path of the panel, for the browser. */
export const inPanel = (path: string): string => `${basePath}${path}`;

/** Returns the path within the panel of an address in the browser. */
export const pathInPanel = (pathname: string): string =>
  pathname === basePath || pathname.startsWith(`${basePath}/`)
    ? pathname.slice(basePath.length) || "/"
    : pathname;
