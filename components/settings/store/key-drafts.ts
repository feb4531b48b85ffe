import type { KeyChange } from "@/lib/shared/contract/config";

/** An unsaved change of an unrecognized key. */
export interface KeyDraft extends KeyChange {
  /** The value as JSON when the change was started; null if it has not been shown. */
  readonly origin: string | null;
  /** Why it cannot be saved. */
  readonly error?: string;
}

/**
 * Unsaved changes of unrecognized keys, saved together with the changes of settings. They last as long as the page and
 * are stored nowhere, because the values may be secrets.
 */
export class KeyDrafts {
  private list: readonly KeyDraft[] = [];

  /** @param onChange called whenever a change is added, edited or removed */
  constructor(private readonly onChange: () => void) {}

  /** In the order in which they were started. The same array until one changes. */
  all = (): readonly KeyDraft[] => this.list;

  at(path: string): KeyDraft | undefined {
    return this.list.find((draft) => draft.path === path);
  }

  /** Starts or continues a change. Returning to the value in the file ends it. */
  set(draft: KeyDraft): void {
    const isSame = draft.text !== null && draft.text === draft.origin;
    const others = this.list.filter(({ path }) => path !== draft.path);
    if (isSame) this.replace(others);
    else if (others.length === this.list.length) this.replace([...others, draft]);
    else this.replace(this.list.map((old) => (old.path === draft.path ? draft : old)));
  }

  revert(path: string): void {
    this.replace(this.list.filter((draft) => draft.path !== path));
  }

  /** Marks a change that the server refused. */
  refuse(path: string, error: string): void {
    this.replace(this.list.map((draft) => (draft.path === path ? { ...draft, error } : draft)));
  }

  /** The first change that cannot be saved. */
  firstInvalid(): string | undefined {
    return this.list.find(({ error }) => error !== undefined)?.path;
  }

  /** The changes as a save sends them. */
  changes(): KeyChange[] {
    return this.list.map(({ path, text }) => ({ path, text }));
  }

  /**
   * Follows a newer version of the file: changes that were just saved, and the removal of a key that no longer
   * exists, are no longer changes.
   */
  follow(unknown: readonly string[], sent: readonly KeyChange[]): void {
    const isDone = ({ path, text }: KeyDraft) =>
      sent.some((one) => one.path === path && one.text === text) ||
      (text === null && !unknown.includes(path));
    const left = this.list.filter((draft) => !isDone(draft));
    if (left.length < this.list.length) this.replace(left);
  }

  private replace(list: readonly KeyDraft[]): void {
    this.list = list;
    this.onChange();
  }
}
