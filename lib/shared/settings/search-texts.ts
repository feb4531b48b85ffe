import { type Card, type Field, kindOf } from "./field";
import type { RegisteredSection } from "./registry";
import { notesOf } from "./wording";

/** Where a word is looked for, and how much it counts there. */
export const boosts = {
  whole: 40,
  label: 10,
  key: 9,
  option: 7,
  synonym: 7,
  group: 4,
  value: 3,
  help: 2,
  end: 0.5,
};
export type Texts = { [Name in keyof typeof boosts]?: string | undefined };

export function textsOfSetting(section: RegisteredSection, card: Card, field: Field): Texts {
  const options = kindOf(field).options?.(field) ?? [];
  return {
    whole: `${field.path}\n${field.label}`,
    label: field.label,
    key: field.path,
    synonym: (field.synonyms ?? []).join(" "),
    option: options.map(({ label, value }) => `${label} ${value}`).join(" "),
    group: `${card.title} ${section.title}`,
    help: [field.help, ...notesOf(field)].join(" "),
    end: `${field.label} ${field.path}`,
  };
}

export function textsOfSection({ id, title, description, cards }: RegisteredSection): Texts {
  return {
    whole: `${id}\n${title}`,
    label: title,
    key: id,
    group: cards.map((card) => card.title).join(" "),
    help: description,
    end: title,
  };
}
