import type { Naming } from "@/lib/shared/contract/config-snapshot";
import { editionOf } from "@/lib/shared/settings/editions";

/**
 * Returns the paths of all pages for signed-in operators. `naming` is the spelling of the keys in the
 * configuration file. It determines which settings pages exist. The page of a version requires a stored
 * version.
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
  "/settings/history/proposals",
  "/settings/history/compare?from=1&to=1",
  "/settings/raw",
  "/settings/import",
  "/applications",
  "/applications/new",
  "/guilds",
  "/users",
  "/operators",
  "/audit",
  "/instance",
  "/running",
  "/running/applies",
  "/notifications",
  "/backups",
  "/account",
  "/operators/invitations",
  "/operators/tokens",
  "/registration-tokens",
];
