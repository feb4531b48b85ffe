import type { Field, GroupId, Section } from "./field";
import { declaredSections } from "./sections";
import type { SectionId } from "./types";

/** The groups of the navigation, in order. */
export const groups: readonly { readonly id: GroupId; readonly title: string }[] = [
  { id: "instance", title: "Instance" },
  { id: "people", title: "People" },
  { id: "community", title: "Community" },
  { id: "delivery", title: "Delivery" },
];

export type RegisteredSection = Section<SectionId>;

/** All 19 sections, in the order of the navigation. */
export const sections: readonly RegisteredSection[] = declaredSections;

/** Every field of a section, over its cards. */
export function fieldsOf(section: Section): readonly Field[] {
  return section.cards.flatMap((card) => card.fields);
}

/** Every setting there is, in the order of the navigation. */
export const fields: readonly Field[] = sections.flatMap(fieldsOf);

const byPath: ReadonlyMap<string, Field> = new Map(fields.map((field) => [field.path, field]));
const byId: ReadonlyMap<string, RegisteredSection> = new Map(
  sections.map((section) => [section.id, section]),
);

/** The setting at a dotted neutral key path; undefined when there is none, also for the path of a group of settings. */
export function fieldAt(path: string): Field | undefined {
  return byPath.get(path);
}

export function sectionById(id: string): RegisteredSection | undefined {
  return byId.get(id);
}

/** The section that a path belongs to, by its first key; also for paths that name no setting. */
export function sectionOf(path: string): RegisteredSection | undefined {
  return byId.get(path.split(".", 1)[0] ?? "");
}

/** Key paths that hold other keys, such as `limits` and `limits.rate`: in the file each is an object or absent. */
export const containerPaths: readonly string[] = [
  ...new Set([
    ...sections.map((section) => section.id as string),
    ...fields.flatMap(({ path }) => {
      const keys = path.split(".");
      return keys.slice(1).map((_, index) => keys.slice(0, index + 1).join("."));
    }),
  ]),
];
