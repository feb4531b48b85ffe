import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Naming } from "@/lib/shared/contract/config-snapshot";
import { editionOf } from "@/lib/shared/settings/editions";

/** Pages that need more than their path. */
const addresses: Readonly<Record<string, string>> = {
  "/settings/history/compare": "/settings/history/compare?from=1&to=1",
  "/settings/reference": "/settings/reference#email.emailApi1.domain",
};

/** The pages in `app/` whose paths have no parameters. */
const fixed = readdirSync("app/(panel)", { recursive: true, encoding: "utf8" })
  .filter((file) => basename(file) === "page.tsx" && !file.includes("["))
  .map((file) => join("/", dirname(file)))
  .toSorted()
  .map((path) => addresses[path] ?? path);

/** Sections that together contain every kind of control. The other sections consist of the same parts. */
const EVERY_CONTROL = ["general", "email", "regions"];

/** Whether a page of the branded edition shows something that no other page shows. */
export const isUnlikeOthers = (path: string): boolean =>
  !editionOf("branded").registry.sections.some(
    ({ id }) => path === `/settings/${id}` && !EVERY_CONTROL.includes(id),
  );

/**
 * Returns the paths of all pages for signed-in operators. `naming` is the spelling of the keys in the
 * configuration file. It determines which settings pages exist. The page of a version requires a stored
 * version.
 */
export const pagesOf = (naming: Naming): readonly string[] => [
  ...fixed,
  ...editionOf(naming).registry.sections.map((section) => `/settings/${section.id}`),
  "/settings?filter=modified",
  "/settings/limits/history?path=limits.user.maxBio",
  "/settings/history/1",
];
