import { sections } from "@/lib/shared/settings/registry";

/** Every page for signed-in operators. The page of a version needs at least one kept version. */
export const pages: readonly string[] = [
  "/",
  "/settings",
  ...sections.map((section) => `/settings/${section.id}`),
  "/settings?filter=modified",
  "/settings/other",
  "/settings/reference#email.emailApi1.domain",
  "/settings/history",
  "/settings/history/1",
  "/settings/history/compare?from=1&to=1",
  "/settings/raw",
  "/settings/import",
  "/applications",
  "/applications/new",
  "/guilds",
  "/operators",
  "/audit",
  "/account",
];
