import type { Card, Field, GroupId, Section } from "./field";
import { declaredSections } from "./sections";
import type { SectionId } from "./types";

export const groups: readonly { readonly id: GroupId; readonly title: string }[] = [
  { id: "instance", title: "Instance" },
  { id: "people", title: "People" },
  { id: "community", title: "Community" },
  { id: "delivery", title: "Delivery" },
];

export type RegisteredSection = Section<SectionId>;

/** All settings of one server program, in sections. The file's edition (`editions/`) provides the registry. */
export interface Registry {
  readonly sections: readonly RegisteredSection[];
  readonly fields: readonly Field[];
  /**
   * The paths of keys that contain other keys, such as `limits` and `limits.rate`. Their values in the file are
   * objects.
   */
  readonly containerPaths: readonly string[];
  /** The setting at a dotted path in the neutral naming. */
  fieldAt(path: string): Field | undefined;
  sectionById(id: string): RegisteredSection | undefined;
  /** The section that shows a setting. For any other path, the section that has settings below the same first key. */
  sectionOf(path: string): RegisteredSection | undefined;
}

export function fieldsOf(section: Section): readonly Field[] {
  const cards: readonly Card[] = section.cards;
  return cards.flatMap((card) => card.fields);
}

const firstKeyOf = (path: string): string => path.split(".", 1)[0] ?? "";

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
  const byFirstKey = new Map(
    sections
      .flatMap((section) => fieldsOf(section).map(({ path }) => [firstKeyOf(path), section] as const))
      .toReversed(),
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
    sectionOf: (path) => shownIn.get(path) ?? byId.get(firstKeyOf(path)) ?? byFirstKey.get(firstKeyOf(path)),
  };
}

export const specified: Registry = registryOf(declaredSections);

export const { sections, fields, containerPaths, fieldAt, sectionById, sectionOf } = specified;
