import type { Card, Field, Section } from "../field";
import type { RegisteredSection } from "../registry";

/** Settings that the specification does not have, placed where an operator looks for them. */
export interface Further {
  /** Fields to insert after a setting of the specification, by that setting's path. */
  readonly fields: Readonly<Record<string, readonly Field[]>>;
  /** Additional cards at the end of a section, by the section's id. */
  readonly cards: Readonly<Record<string, readonly Card[]>>;
  /** Additional sections, by the id of the section that they follow. */
  readonly sections: Readonly<Record<string, readonly Section[]>>;
}

/** Changed properties of the specification's settings, by path. */
export type Changes = Readonly<Record<string, Partial<Field>>>;

interface Extension {
  readonly further: Further;
  readonly changes: Changes;
  /** Ids of sections that are left out, because all their settings are elsewhere. */
  readonly without?: readonly string[];
}

/** The specification's sections with an edition's changes applied. */
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
  // `types.ts` knows the ids of the specification and of every edition.
  return all as readonly RegisteredSection[];
}
