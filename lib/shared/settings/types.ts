import type { FurtherValues } from "./editions/further";
import type { declaredSections } from "./sections";

/*
 * The types of all settings, derived from the declarations. `settings.get("limits.rate.ip.count")` is a number, and a
 * path with a typing error does not compile.
 */

type DeclaredSection = (typeof declaredSections)[number];
type DeclaredField = DeclaredSection["cards"][number]["fields"][number];

/** The id of a section. Editions add sections, so any text may be an id; the specification's are known. */
export type SectionId = DeclaredSection["id"] | (string & {});

/** The path of a setting that the specification defines, in the neutral naming. Every edition has these settings. */
export type SpecifiedPath = DeclaredField["path"];

/** The path of a setting of the specification, or of a setting of an edition that code reads, in the neutral naming. */
export type SettingPath = SpecifiedPath | keyof FurtherValues;

export type SettingValue<P extends SettingPath> = P extends keyof FurtherValues
  ? FurtherValues[P]
  : Extract<DeclaredField, { readonly path: P }>["default"];

export interface SettingReader {
  get<P extends SpecifiedPath>(path: P): SettingValue<P>;
  get<P extends SettingPath>(path: P): SettingValue<P> | undefined;
}
