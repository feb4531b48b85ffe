import type { Card, Field, Section } from "../field";
import type { RegisteredSection } from "../registry";

/** Settings that the specification does not have, and where the panel shows them. */
export interface Further {
  /** Fields to insert, by the path of the preceding setting of the specification. */
  readonly fields: Readonly<Record<string, readonly Field[]>>;
  /** Cards to add at the end of a section, by the id of the section. */
  readonly cards: Readonly<Record<string, readonly Card[]>>;
  /** Sections to insert, by the id of the preceding section. */
  readonly sections: Readonly<Record<string, readonly Section[]>>;
}

/** Properties of the specification's settings that an edition changes, by path. */
export type Changes = Readonly<Record<string, Partial<Field>>>;

interface Extension {
  readonly further: Further;
  readonly changes: Changes;
  /** Ids of sections to omit, because the edition shows all their settings elsewhere. */
  readonly without?: readonly string[];
}

export function extended(
  sections: readonly Section[],
  { further, changes, without = [] }: Extension,
): readonly RegisteredSection[] {
  const changed = (field: Field): Field => ({ ...field, ...changes[field.path] }) as Field;
  const cardOf = (card: Card): Card => ({
    ...card,
    fields: card.fields.flatMap((field) => [changed(field), ...(further.fields[field.path] ?? [])]),
  });
  const sectionOf = (section: Section): Section => ({
    ...section,
    cards: [...section.cards.map(cardOf), ...(further.cards[section.id] ?? [])],
  });
  const all = sections.flatMap((section) => [
    ...(without.includes(section.id) ? [] : [sectionOf(section)]),
    ...(further.sections[section.id] ?? []),
  ]);
  // The assertion is safe, because the type of section ids in `types.ts` includes those of all editions.
  return all as readonly RegisteredSection[];
}
