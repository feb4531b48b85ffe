import type { FurtherField, FurtherSectionId } from "./editions/further";
import type { declaredSections } from "./sections";

/*
 * Types of every setting, derived from the declarations, so that `settings.get("limits.rate.ip.count")` is a number and
 * a path with a typing error does not compile.
 */

type DeclaredSection = (typeof declaredSections)[number];
type DeclaredField = DeclaredSection["cards"][number]["fields"][number];

export type SectionId = DeclaredSection["id"] | FurtherSectionId;

/** The dotted neutral key path of a setting of the specification: every edition has it. */
export type SpecifiedPath = DeclaredField["path"];

/** The dotted neutral key path of any setting of any edition. */
export type SettingPath = SpecifiedPath | FurtherField["path"];

/** The type of the effective value at a path. It includes null only if the default is null. */
export type SettingValue<P extends SettingPath> = Extract<
  DeclaredField | FurtherField,
  { readonly path: P }
>["default"];

/** Reads effective values by path. */
export interface SettingReader {
  /** The effective value: the file's, or the default. */
  get<P extends SpecifiedPath>(path: P): SettingValue<P>;
  /** A setting beyond the specification; undefined if the file's edition does not have it. */
  get<P extends SettingPath>(path: P): SettingValue<P> | undefined;
}
