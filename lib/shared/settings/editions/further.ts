import type { furtherSettings as ofPublicServer } from "./public-server/further";

/*
 * The types of the settings that editions add to the specification. `types.ts` adds their paths to `SettingPath`. This
 * module contains only types, so it loads no edition.
 */

/** Every edition with additional settings must be a member of this type. */
type Declared = typeof ofPublicServer;

type Members<T> = T[keyof T];
type ElementOf<T> = T extends readonly (infer E)[] ? E : never;

type FurtherSection = ElementOf<Members<Declared["sections"]>>;
type FurtherCard = ElementOf<Members<Declared["cards"]>> | FurtherSection["cards"][number];

export type FurtherSectionId = FurtherSection["id"];
export type FurtherField = ElementOf<Members<Declared["fields"]>> | FurtherCard["fields"][number];
