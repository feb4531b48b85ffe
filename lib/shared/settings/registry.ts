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

/** Every setting of one server program, in its section. Get the registry from the file's edition (`editions/`). */
export interface Registry {
  /** In navigation order. */
  readonly sections: readonly RegisteredSection[];
  /** Every setting in navigation order. */
  readonly fields: readonly Field[];
  /**
   * Key paths that contain other keys, such as `limits` and `limits.rate`. In the file, each is an object or
   * absent.
   */
  readonly containerPaths: readonly string[];
  /**
   * The setting at a dotted neutral key path; undefined if there is none. A group of settings is not a setting.
   */
  fieldAt(path: string): Field | undefined;
  sectionById(id: string): RegisteredSection | undefined;
  /** The section that shows a setting. For a path that is not a setting, the section of its first key. */
  sectionOf(path: string): RegisteredSection | undefined;
}

/** Every field of a section, across its cards. */
export function fieldsOf(section: Section): readonly Field[] {
  const cards: readonly Card[] = section.cards;
  return cards.flatMap((card) => card.fields);
}

/** @param groupsWithoutSettings key paths of objects in which the program has no settings */
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

/** The settings of a neutral file. Every edition builds on them. */
export const specified: Registry = registryOf(declaredSections);

export const { sections, fields, containerPaths, fieldAt, sectionById, sectionOf } = specified;
