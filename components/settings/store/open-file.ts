import { hashKey, type QueryClient } from "@tanstack/react-query";
import type { KeyChange } from "@/lib/shared/contract/config";
import type { ConfigSnapshot, FileSummary } from "@/lib/shared/contract/config-snapshot";
import { configQuery } from "../queries/config";
import { ConfigStore } from "./config-store";
import type { Entries } from "./entry";

const noPaths: readonly string[] = [];

const { queryKey } = configQuery();

/**
 * The file that the pages show. The query cache stores the document, and the form follows the cache. Pages without
 * settings do not contain the file's values. On these pages there is no form until the search, a stored unsaved change
 * or another component loads the values.
 */
export class OpenFile {
  private opened: ConfigStore | null = null;
  /** The last document that was passed to the form. */
  private taken: ConfigSnapshot | undefined;
  private readonly listeners = new Set<() => void>();

  /** @param served the file's state when the server rendered the page */
  constructor(
    readonly served: FileSummary,
    private readonly client: QueryClient,
  ) {}

  /** Passes each new document in the query cache to the form. @returns a function that stops following the cache */
  follow = (): (() => void) => {
    const hash = hashKey(queryKey);
    const take = () => {
      const document = this.client.getQueryData(queryKey);
      if (document !== undefined && document !== this.taken) this.take(document);
    };
    take();
    return this.client.getQueryCache().subscribe(({ type, query }) => {
      if (type === "updated" && query.queryHash === hash) take();
    });
  };

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The form with all settings. Null until the values are loaded. */
  form = (): ConfigStore | null => this.opened;

  summary = (): FileSummary => this.opened?.document() ?? this.served;

  /** Empty without a form, because only the form can change settings. */
  changedPaths = (): readonly string[] => this.opened?.changedPaths() ?? noPaths;

  /**
   * Creates the form from `document`. An existing form is returned unchanged, because it may have a newer version. A
   * component may call this while rendering, and must call `announce` in an effect.
   */
  open(document: ConfigSnapshot): ConfigStore {
    if (this.opened === null) {
      this.opened = new ConfigStore(document);
      this.opened.subscribe(this.announce);
    }
    return this.opened;
  }

  /**
   * Passes a version to the form, or creates the form from the version.
   * @param sent entries that were just saved (see `ConfigStore.receive`)
   */
  receive = (document: ConfigSnapshot, sent?: Entries, sentKeys?: readonly KeyChange[]): void => {
    this.open(document);
    this.take(document, sent, sentKeys);
    this.announce();
    // The cache may store a copy that shares parts with the previous document. Remembering the copy prevents `follow`
    // from passing the same version to the form again.
    this.taken = this.client.setQueryData(queryKey, document);
  };

  private take(document: ConfigSnapshot, sent?: Entries, sentKeys?: readonly KeyChange[]): void {
    this.taken = document;
    this.opened?.receive(document, sent, sentKeys);
  }

  /** Notifies listeners after the form has been created or changed. */
  announce = (): void => {
    for (const listener of this.listeners) listener();
  };
}
