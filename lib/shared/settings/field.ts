import type { Field, ShownWhen } from "@/lib/shared/settings/kinds";

export * from "@/lib/shared/settings/kinds";

/* The parts of `sections/*.ts`: a section has cards, and a card has fields, which the kinds create. */

export interface Card<F extends Field = Field> {
  readonly title: string;
  readonly description?: string;
  readonly shownWhen?: ShownWhen;
  readonly fields: readonly F[];
}

export type GroupId = "instance" | "people" | "community" | "delivery";

export interface Section<Id extends string = string, Cards extends readonly Card[] = readonly Card[]> {
  readonly id: Id;
  readonly group: GroupId;
  readonly title: string;
  /** One sentence, shown under the title. */
  readonly description: string;
  readonly cards: Cards;
}

/** Combines cards into a section and preserves each field's exact path and value type for `types.ts`. */
export function section<const Id extends string, const Cards extends readonly Card[]>(
  declaration: Section<Id, Cards>,
): Section<Id, Cards> {
  return declaration;
}
