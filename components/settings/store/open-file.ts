import type { ConfigSnapshot, FileSummary } from "@/lib/shared/contract/config-snapshot";
import { ConfigStore } from "./config-store";

const noPaths: readonly string[] = [];

/**
 * The file as the panel has it open. Its values do not travel with every page: there is no form until a page, the search
 * or a stored draft has brought them, and without the form no value can be read, compared or saved.
 */
export class OpenFile {
  private opened: ConfigStore | null = null;
  private readonly listeners = new Set<() => void>();

  /** @param served what the server rendered the panel's frame with */
  constructor(readonly served: FileSummary) {}

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The one form of the whole configuration; null until the values are loaded. */
  form = (): ConfigStore | null => this.opened;

  summary = (): FileSummary => this.opened?.document() ?? this.served;

  /** Without the form, nothing can have been changed. */
  changedPaths = (): readonly string[] => this.opened?.changedPaths() ?? noPaths;

  /**
   * The form, made from this version of the file unless there is one already: what is open may be newer, and is never
   * replaced. May be called while rendering; call `announce` afterwards.
   */
  open(document: ConfigSnapshot): ConfigStore {
    if (this.opened === null) {
      this.opened = new ConfigStore(document);
      this.opened.subscribe(this.announce);
    }
    return this.opened;
  }

  /** Takes over a version of the file: into the form, or making the form from it. */
  receive(document: ConfigSnapshot): void {
    this.open(document).receive(document);
    this.announce();
  }

  /** Tells the listeners that the form was opened, or has changed. */
  announce = (): void => {
    for (const listener of this.listeners) listener();
  };
}
