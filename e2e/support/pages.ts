import type { Naming } from "@/lib/shared/contract/config-snapshot";
import { editionOf } from "@/lib/shared/settings/editions";

/**
 * All pages for signed-in operators. The settings pages depend on the file's spelling of keys. The page of a version
 * requires a stored version.
 */
export const pagesOf = (naming: Naming): readonly string[] => [
  "/",
  "/settings",
  ...editionOf(naming).registry.sections.map((section) => `/settings/${section.id}`),
  "/settings?filter=modified",
  "/settings/other",
  "/settings/reference#email.emailApi1.domain",
  "/settings/history",
  "/settings/limits/history?path=limits.user.maxBio",
  "/settings/history/1",
  "/settings/history/compare?from=1&to=1",
  "/settings/raw",
  "/settings/import",
  "/applications",
  "/applications/new",
  "/guilds",
  "/users",
  "/operators",
  "/audit",
  "/running",
  "/notifications",
  "/backups",
  "/account",
  "/operators/invitations",
  "/operators/tokens",
  "/registration-tokens",
];
