import type { ConfigDocument, Problem } from "@/lib/config/document";
import { fields } from "@/lib/config/registry";
import { baseEntries, type Entries, type Entry, sameEntry } from "./entry";
import { byPath, problemsWith, withFindings } from "./findings";
import { type Draft, rebase } from "./rebase";

const noProblems: readonly Problem[] = [];

/**
 * What the form is compared with: the file as last read, and which settings differ from it. React Hook Form holds what
 * is in the controls; everything that writes into the form tells this store, which notifies only when the answer to
 * "what is changed?" or "what does the file say?" is a different one, so that typing renders nothing but its own row.
 */
export class ConfigStore {
  private listeners = new Set<() => void>();
  private current: ConfigDocument;
  private entries: Entries;
  private draftMap = new Map<string, Draft>();
  private paths: readonly string[] = [];
  /** What the file with the drafts in it has against it, by key path. */
  private problems: ReadonlyMap<string, readonly Problem[]>;
  /** Version of the file that the oldest draft was made on: what a save must be checked against. */
  private etag: string;
  /** What the server rendered. Parts of the page that wake up late must find the same, whatever came since. */
  readonly served: {
    readonly document: ConfigDocument;
    readonly base: Entries;
    readonly problems: ReadonlyMap<string, readonly Problem[]>;
  };

  constructor(document: ConfigDocument) {
    this.current = withFindings(document);
    this.entries = baseEntries(document);
    this.etag = document.etag;
    this.problems = byPath(this.current.problems, new Map());
    this.served = { document: this.current, base: this.entries, problems: this.problems };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The file as last read; its problems are its own and what the rules between settings say. */
  document = (): ConfigDocument => this.current;
  base = (): Entries => this.entries;
  changedPaths = (): readonly string[] => this.paths;
  drafts = (): ReadonlyMap<string, Draft> => this.draftMap;
  baseEtag = (): string => this.etag;

  baseAt = (path: string): Entry => {
    const entry = this.entries[path];
    if (entry === undefined) throw new Error(`There is no setting ${path}.`);
    return entry;
  };

  /** What is wrong at a setting, with the drafts taken as saved. */
  problemsAt = (path: string): readonly Problem[] => this.problems.get(path) ?? noProblems;
  servedProblemsAt = (path: string): readonly Problem[] => this.served.problems.get(path) ?? noProblems;

  /** A control's entry has changed. */
  note(path: string, entry: Entry): void {
    const base = this.baseAt(path);
    const wasChanged = this.draftMap.has(path);
    if (sameEntry(entry, base)) this.draftMap.delete(path);
    else this.draftMap.set(path, { entry, origin: this.draftMap.get(path)?.origin ?? base });
    const areOthers = this.judge();
    if (wasChanged !== this.draftMap.has(path)) this.drafted();
    else if (areOthers) this.tell();
  }

  /**
   * A newer version of the file is here.
   * @param sent what was just saved, when it comes from a save
   * @returns settings whose controls must be given their base entry
   */
  receive(document: ConfigDocument, sent: Entries = {}): string[] {
    const result = rebase(this.entries, this.draftMap, baseEntries(document), sent);
    this.current = withFindings(document);
    this.entries = result.base;
    this.draftMap = result.drafts;
    this.judge();
    this.drafted();
    return result.settled;
  }

  /** Drafts of an earlier visit to this page, made on version `etag`. */
  restore(etag: string, drafts: ReadonlyMap<string, Draft>): void {
    for (const [path, draft] of drafts) {
      if (!sameEntry(draft.entry, this.baseAt(path))) this.draftMap.set(path, draft);
    }
    this.etag = etag;
    this.judge();
    this.drafted();
  }

  /** The operator has seen what others changed; the drafts now stand on the current version. */
  acknowledge(): void {
    this.etag = this.current.etag;
    for (const [path, { entry }] of this.draftMap)
      this.draftMap.set(path, { entry, origin: this.baseAt(path) });
  }

  private drafted(): void {
    this.paths = fields.flatMap((field) => (this.draftMap.has(field.path) ? [field.path] : []));
    if (this.paths.length === 0) this.etag = this.current.etag;
    this.tell();
  }

  /** Asks the rules again; answers whether any setting's problems are others now. */
  private judge(): boolean {
    const before = this.problems;
    this.problems = byPath(problemsWith(this.current, this.draftMap), before);
    return (
      before.size !== this.problems.size ||
      [...this.problems].some(([path, list]) => before.get(path) !== list)
    );
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}
