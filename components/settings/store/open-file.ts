import { hashKey, type QueryClient } from "@tanstack/react-query";
import type { KeyChange } from "@/lib/shared/contract/config";
import type { ConfigSnapshot, FileSummary } from "@/lib/shared/contract/config-snapshot";
import { configQuery } from "../queries/config";
import { ConfigStore } from "./config-store";
import type { Entries } from "./entry";

const noPaths: readonly string[] = [];

const { queryKey } = configQuery();

/**
 * The file as the panel has it open. The query cache has the browser's one copy of the document; the form follows it.
 * Values do not travel with every page: there is no form until a page, the search
 * or a stored draft has brought them, and without the form no value can be read, compared or saved.
 */
export class OpenFile {
  private opened: ConfigStore | null = null;
  /** The document that the form was last given. */
  private taken: ConfigSnapshot | undefined;
  private readonly listeners = new Set<() => void>();

  /** @param served what the server rendered the panel's frame with */
  constructor(
    readonly served: FileSummary,
    private readonly client: QueryClient,
  ) {}

  /** Updates the open form with every newer document in the cache. @returns stops it */
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

  /**
   * Takes over a version of the file, and makes the form from it if there is none.
   * @param sent what was just saved (`ConfigStore.receive`)
   */
  receive = (document: ConfigSnapshot, sent?: Entries, sentKeys?: readonly KeyChange[]): void => {
    this.open(document);
    this.take(document, sent, sentKeys);
    this.announce();
    // The cache may share parts with the document before, and so have a copy of its own.
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
