import { sections } from "@/lib/config/registry";

/** Every page for signed-in operators. The visit of a version needs the first one to be kept. */
export const pages: readonly string[] = [
  "/",
  "/settings",
  ...sections.map((section) => `/settings/${section.id}`),
  "/settings?filter=modified",
  "/settings/other",
  "/settings/reference#email.emailApi1.domain",
  "/settings/history",
  "/settings/history/1",
  "/settings/raw",
  "/settings/import",
  "/applications",
  "/applications/new",
  "/guilds",
  "/operators",
  "/audit",
  "/account",
];
