import type { Field, ShownWhen } from "@/lib/shared/settings/kinds";

export * from "@/lib/shared/settings/kinds";

/* What `sections/*.ts` are made of: fields, which the kinds make, in cards, in a section. */

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

/** Ties a section's cards together, keeping each field's exact path and value type for `types.ts`. */
export function section<const Id extends string, const Cards extends readonly Card[]>(
  declaration: Section<Id, Cards>,
): Section<Id, Cards> {
  return declaration;
}
