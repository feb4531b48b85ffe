import { labelsOf } from "@/components/settings/store/operations";
import { outsideAuthor } from "@/lib/shared/contract/values";
import type { Revision } from "@/lib/shared/contract/history";

export function isFromOutside({ author }: Pick<Revision, "author">): boolean {
  return author === outsideAuthor;
}

/** What a version changed, in one line. */
export function summaryOf({ changes }: Pick<Revision, "changes">): string {
  if (changes === null) return "The oldest version kept";
  if (changes.length === 0) return "Only the layout of the text";
  return labelsOf(
    changes.map(({ path }) => path),
    4,
  );
}
