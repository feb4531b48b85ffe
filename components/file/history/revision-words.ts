import { labelsOf } from "@/components/settings/store/operations";
import { outsideAuthor } from "@/lib/shared/contract/values";
import type { Revision } from "@/lib/shared/contract/history";

export function isFromOutside({ author }: Pick<Revision, "author">): boolean {
  return author === outsideAuthor;
}

/** What a version changed, in one line. */
export function summaryOf({ changes, more = 0 }: Pick<Revision, "changes" | "more">): string {
  if (changes === null) return "The oldest stored version";
  if (changes.length === 0) return "Only the layout of the text";
  if (more > 0) return `${(changes.length + more).toLocaleString("en")} values`;
  return labelsOf(
    changes.map(({ path }) => path),
    4,
  );
}
