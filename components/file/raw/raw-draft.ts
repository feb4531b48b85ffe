/*
 * A text that is being edited survives a visit to another page of the panel, but only in this tab's memory, because it
 * may contain secrets that were just typed.
 */

export interface RawDraft {
  owner: string;
  /** The version of the file that the text is based on. */
  base: { etag: string; text: string };
  text: string;
}

let draft: RawDraft | null = null;

export function keepDraft(next: RawDraft | null): void {
  draft = next;
}

/** This operator's draft. */
export function keptDraft(owner: string): RawDraft | null {
  return draft?.owner === owner ? draft : null;
}
