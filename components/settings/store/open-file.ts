import { hashKey, type QueryClient } from "@tanstack/react-query";
import type { KeyChange } from "@/lib/shared/contract/config";
import type { ConfigSnapshot, FileSummary } from "@/lib/shared/contract/config-snapshot";
import { configQuery } from "../queries/config";
import { ConfigStore } from "./config-store";
import type { Entries } from "./entry";

const noPaths: readonly string[] = [];

const { queryKey } = configQuery();

/**
 * The open file. The query cache has the browser's only copy of the document, and the form follows it. Not every
 * page contains the values: there is no form until a page, the search or a stored unsaved change has loaded them,
 * and without the form no value can be read, compared or saved.
 */
export class OpenFile {
  private opened: ConfigStore | null = null;
  /** The document that the form received last. */
  private taken: ConfigSnapshot | undefined;
  private readonly listeners = new Set<() => void>();

  /** @param served the data with which the server rendered the panel's frame */
  constructor(
    readonly served: FileSummary,
    private readonly client: QueryClient,
  ) {}

  /** Updates the open form with every newer document in the cache. @returns a function that stops this */
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

  /** The only form of the whole configuration; null until the values are loaded. */
  form = (): ConfigStore | null => this.opened;

  summary = (): FileSummary => this.opened?.document() ?? this.served;

  /** Without the form, nothing can be changed. */
  changedPaths = (): readonly string[] => this.opened?.changedPaths() ?? noPaths;

  /**
   * Creates the form from this version of the file, unless there already is one: an open form may be newer and is
   * never replaced. May be called during rendering; call `announce` afterwards.
   */
  open(document: ConfigSnapshot): ConfigStore {
    if (this.opened === null) {
      this.opened = new ConfigStore(document);
      this.opened.subscribe(this.announce);
    }
    return this.opened;
  }

  /**
   * Adopts a version of the file, and creates the form from it if there is none.
   * @param sent the entries that were just saved (`ConfigStore.receive`)
   */
  receive = (document: ConfigSnapshot, sent?: Entries, sentKeys?: readonly KeyChange[]): void => {
    this.open(document);
    this.take(document, sent, sentKeys);
    this.announce();
    // The cache may share parts with the previous document and therefore store its own copy.
    this.taken = this.client.setQueryData(queryKey, document);
  };

  private take(document: ConfigSnapshot, sent?: Entries, sentKeys?: readonly KeyChange[]): void {
    this.taken = document;
    this.opened?.receive(document, sent, sentKeys);
  }

  /** Notifies listeners that the form was opened or changed. */
  announce = (): void => {
    for (const listener of this.listeners) listener();
  };
}
