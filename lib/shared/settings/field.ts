import type { Field, ShownWhen } from "@/lib/shared/settings/kinds";

export * from "@/lib/shared/settings/kinds";

/*
 * Structure of `sections/*.ts`: a section has cards, and a card has fields. The functions in `kinds` create the fields.
 */

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
  readonly description: string;
  readonly cards: Cards;
}

/** Preserves the exact path and value type of each field, because `types.ts` derives types from them. */
export function section<const Id extends string, const Cards extends readonly Card[]>(
  declaration: Section<Id, Cards>,
): Section<Id, Cards> {
  return declaration;
}
