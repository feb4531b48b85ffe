import type { KeyChange } from "@/lib/shared/contract/config";

export interface KeyDraft extends KeyChange {
  /** The value as JSON when the operator started the change. Null if the operator has not looked at the value. */
  readonly origin: string | null;
  readonly error?: string;
}

/**
 * Unsaved changes to unrecognized keys. They are not stored and do not survive a reload, because the values
 * may be secrets.
 */
export class KeyDrafts {
  private list: readonly KeyDraft[] = [];

  constructor(private readonly onChange: () => void) {}

  /** Returns the same array until a change is added, edited or removed. */
  all = (): readonly KeyDraft[] => this.list;

  at(path: string): KeyDraft | undefined {
    return this.list.find((draft) => draft.path === path);
  }

  /** Removes the change if its value equals the value in the file. */
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

  refuse(path: string, error: string): void {
    this.replace(this.list.map((draft) => (draft.path === path ? { ...draft, error } : draft)));
  }

  firstInvalid(): string | undefined {
    return this.list.find(({ error }) => error !== undefined)?.path;
  }

  changes(): KeyChange[] {
    return this.list.map(({ path, text }) => ({ path, text }));
  }

  /**
   * Discards the changes that a save just wrote, and unsaved deletions of keys that the file no longer
   * contains.
   * @param unknown paths of the unrecognized keys in the new version
   */
  follow(unknown: readonly string[], sent: readonly KeyChange[]): void {
    const isDone = ({ path, text }: KeyDraft) =>
      sent.some((one) => one.path === path && one.text === text) ||
      (text === null && !unknown.includes(path));
    const remaining = this.list.filter((draft) => !isDone(draft));
    if (remaining.length < this.list.length) this.replace(remaining);
  }

  private replace(list: readonly KeyDraft[]): void {
    this.list = list;
    this.onChange();
  }
}
