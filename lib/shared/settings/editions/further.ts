import type { furtherCards } from "./public-server/settings/cards";
import type { furtherFields } from "./public-server/settings/fields";
import type { furtherSections } from "./public-server/settings/sections";

/*
 * The types of the settings that editions add to the specification. `types.ts` adds their paths to `SettingPath`. This
 * module contains only types, so it loads no edition.
 */

/* These types must include the settings of every edition. */
type Fields = typeof furtherFields;
type Cards = typeof furtherCards;
type Sections = typeof furtherSections;

type Members<T> = T[keyof T];
type ElementOf<T> = T extends readonly (infer E)[] ? E : never;

type FurtherSection = ElementOf<Members<Sections>>;
type FurtherCard = ElementOf<Members<Cards>> | FurtherSection["cards"][number];

export type FurtherSectionId = FurtherSection["id"];
export type FurtherField = ElementOf<Members<Fields>> | FurtherCard["fields"][number];
