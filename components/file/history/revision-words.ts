import { countOf, labelsOf } from "@/components/settings/store/operations";
import { outsideAuthor, type Revision } from "@/lib/shared/contract/history";

export function isFromOutside({ author }: Pick<Revision, "author">): boolean {
  return author === outsideAuthor;
}

/** What a version changed, in one line. */
export function summaryOf({ changes }: Pick<Revision, "changes">): string {
  if (changes === null) return "The oldest version that is kept";
  if (changes.length === 0) return "Only the layout of the text";
  return labelsOf(
    changes.map(({ path }) => path),
    4,
  );
}

/** "3 settings changed", for the line below. */
export function countLine({ changes }: Pick<Revision, "changes">): string | null {
  return changes === null || changes.length === 0 ? null : `${countOf(changes.length, "setting")} changed`;
}
