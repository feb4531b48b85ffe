import type { Card, Field, GroupId, Section } from "./field";
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

/** Every setting that one server program knows, in its section. Ask the edition of the file for it (`editions/`). */
export interface Registry {
  /** In the order of the navigation. */
  readonly sections: readonly RegisteredSection[];
  /** Every setting, in the order of the navigation. */
  readonly fields: readonly Field[];
  /** Key paths that hold other keys, such as `limits` and `limits.rate`: in the file each is an object or absent. */
  readonly containerPaths: readonly string[];
  /** The setting at a dotted neutral key path; undefined when there is none, also for the path of a group of settings. */
  fieldAt(path: string): Field | undefined;
  sectionById(id: string): RegisteredSection | undefined;
  /** The section that shows a setting; for paths that name no setting, the one of their first key. */
  sectionOf(path: string): RegisteredSection | undefined;
}

/** Every field of a section, over its cards. */
export function fieldsOf(section: Section): readonly Field[] {
  const cards: readonly Card[] = section.cards;
  return cards.flatMap((card) => card.fields);
}

/** @param groupsWithoutSettings key paths of objects in which the program knows no setting */
export function registryOf(
  sections: readonly RegisteredSection[],
  groupsWithoutSettings: readonly string[] = [],
): Registry {
  const fields = sections.flatMap(fieldsOf);
  const byPath = new Map(fields.map((field) => [field.path, field]));
  const byId = new Map<string, RegisteredSection>(sections.map((section) => [section.id, section]));
  const shownIn = new Map(
    sections.flatMap((section) => fieldsOf(section).map(({ path }) => [path, section] as const)),
  );
  const parents = fields.flatMap(({ path }) => {
    const keys = path.split(".");
    return keys.slice(1).map((_, index) => keys.slice(0, index + 1).join("."));
  });
  return {
    sections,
    fields,
    containerPaths: [...new Set([...sections.map(({ id }) => id), ...parents, ...groupsWithoutSettings])],
    fieldAt: (path) => byPath.get(path),
    sectionById: (id) => byId.get(id),
    sectionOf: (path) => shownIn.get(path) ?? byId.get(path.split(".", 1)[0] ?? ""),
  };
}

/** What the specification knows: the settings of a neutral file, which every edition builds on. */
export const specified: Registry = registryOf(declaredSections);

export const { sections, fields, containerPaths, fieldAt, sectionById, sectionOf } = specified;
