/**
 * The path below which the panel is served, such as `/admin`; empty by default. A build has a placeholder, which
 * `scripts/base-path.mjs` replaces. Links and the router of Next add it themselves.
 */
const basePath = process.env.PANEL_BASE_PATH ?? "";

export const inPanel = (path: string): string => `${basePath}${path}`;

export const pathInPanel = (pathname: string): string =>
  pathname === basePath || pathname.startsWith(`${basePath}/`)
    ? pathname.slice(basePath.length) || "/"
    : pathname;
