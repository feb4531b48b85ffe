import type { declaredSections } from "./sections";

/*
 * Types of every setting, derived from the declarations, so that `settings.get("limits.rate.ip.count")` is a number and
 * a path with a typing error does not compile.
 */

type DeclaredSection = (typeof declaredSections)[number];
type DeclaredField = DeclaredSection["cards"][number]["fields"][number];

export type SectionId = DeclaredSection["id"];

/** The dotted neutral key path of any setting. */
export type SettingPath = DeclaredField["path"];

/** The effective value at a path: includes null only where the default is null. */
export type SettingValue<P extends SettingPath> = Extract<DeclaredField, { readonly path: P }>["default"];
