import { CancelledError, hashKey, type QueryClient } from "@tanstack/react-query";
import { createFormControl, type FieldErrors, type ResolverResult } from "react-hook-form";
import type { ConfigSnapshot, FileSummary, Operation, Problem } from "@/lib/shared/contract/config-snapshot";
import { notLoadedText } from "@/components/ui/keep-loading";
import { Listeners } from "@/components/ui/listeners";
import type { Edition } from "@/lib/shared/settings/editions";
import type { KeyChange } from "@/lib/shared/contract/config";
import type { RuleViolation } from "@/lib/shared/settings/rules";
import { configQuery } from "../queries/config";
import {
  type ConfigForm,
  type Draft,
  type Drafts,
  type Entries,
  type Entry,
  entryForOperation,
  fileVersion,
  type FileVersion,
  formOf,
  nameOf,
  pathOf,
  sameEntry,
} from "./entry";
import { KeyDrafts } from "./key-drafts";
import type * as OwnRules from "@/lib/shared/settings/own-rules";
import type * as Checks from "./judge";
import { problemsByPath, type ProblemsByPath } from "./problems-by-path";

const noProblems: readonly Problem[] = [];

type Validated = ResolverResult<ConfigForm> | Promise<ResolverResult<ConfigForm>>;

const { queryKey } = configQuery();

interface Loaded {
  readonly form: ReturnType<typeof createFormControl<ConfigForm>>;
  /**
   * The version that the server rendered. Parts of the page that hydrate late must render the same data, even if the
   * form has a newer version by then.
   */
  readonly served: FileVersion & { readonly problems: ProblemsByPath };
  latest: FileVersion;
}

/**
 * The file that the pages show, with the form of all settings. It has the only copy of the file's latest version, and
 * derives the unsaved changes and problems. Listeners are called only if the set of changed settings, the problems or
 * the file's values change. Typing therefore rerenders only one row.
 *
 * Pages without settings do not contain the file's values. There, the values are loaded when a component needs them,
 * for example for the search or to restore unsaved changes. Until then, only the members up to `load` work.
 */
export class ConfigStore {
  private loaded: Loaded | null = null;

  readonly keys = new KeyDrafts(() => this.keysChanged());

  /**
   * The version on which the unsaved changes are based. The server refuses a save if others have changed the same
   * settings since then.
   */
  private etag = "";
  /**
   * Settings that have an unsaved change and that another operator has changed, too. Maps the path to the entry
   * before both changes.
   */
  private readonly overtaken = new Map<string, Entry>();

  private readonly changed = new Set<string>();
  private paths: readonly string[] = [];
  /** The code that checks unsaved changes. Undefined until the browser has loaded the code. */
  private checks: typeof Checks | undefined;
  private ownRules: typeof OwnRules | undefined;
  private loading: Promise<void> | undefined;
  private judge: Checks.Judge | undefined;
  private problems: ProblemsByPath = new Map();

  private readonly listeners = new Listeners();

  /** @param rendered the file's state when the server rendered the page */
  constructor(
    readonly rendered: FileSummary,
    private readonly client: QueryClient,
  ) {}

  readonly subscribe = this.listeners.subscribe;

  isLoaded = (): boolean => this.loaded !== null;

  summary = (): FileSummary => this.loaded?.latest.document ?? this.rendered;

  changedPaths = (): readonly string[] => this.paths;

  follow = (): (() => void) => {
    const hash = hashKey(queryKey);
    const take = () => {
      const document = this.client.getQueryData(queryKey);
      if (document !== undefined && document !== this.loaded?.latest.document) this.adopt(document);
    };
    take();
    return this.client.getQueryCache().subscribe(({ type, query }) => {
      if (type === "updated" && query.queryHash === hash) take();
    });
  };

  /**
   * Creates the form from `document`. An existing form is kept, because it may have a newer version. A component may
   * call this while rendering, and must call `announce` in an effect.
   */
  open(document: ConfigSnapshot): void {
    if (this.loaded !== null) return;
    const latest = fileVersion(document);
    this.etag = document.etag;
    this.problems = problemsByPath(document.problems);
    // These are only the initial values. If they followed the file, React Hook Form would compare all values
    // deeply after each key press, and a save would be unable to update one setting while the operator types
    // in another.
    const form = createFormControl<ConfigForm>({
      defaultValues: formOf(latest.entries),
      resolver: (values, _context, { names }) => this.validate(values, names),
      mode: "onTouched",
    });
    this.loaded = { form, latest, served: { ...latest, problems: this.problems } };
    form.subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        const path = pathOf(name ?? "", this.edition().registry);
        if (path !== undefined) this.entryChanged(path);
      },
    });
  }

  announce = (): void => {
    this.listeners.notify();
  };

  /** @throws RequestError */
  load = async (): Promise<void> => {
    if (this.loaded !== null) return;
    this.open(await this.fetch());
    this.announce();
  };

  /** @throws RequestError */
  refetch = async (): Promise<ConfigSnapshot> => {
    // Cancels a request in progress, because its response may be older than the change to the file. `silent` rejects the
    // request's promise, which would otherwise resolve to the document in the cache.
    await this.client.cancelQueries({ queryKey, exact: true }, { silent: true });
    const document = await this.fetch();
    this.receive(document);
    return document;
  };

  private async fetch(): Promise<ConfigSnapshot> {
    try {
      return await this.client.fetchQuery({ ...configQuery(), staleTime: 0 });
    } catch (error) {
      // Another refetch has canceled this request and sent a newer one.
      if (error instanceof CancelledError) return this.fetch();
      throw error;
    }
  }

  private get values(): Loaded {
    if (this.loaded === null) throw new Error("The file's values are not loaded.");
    return this.loaded;
  }

  get form(): Loaded["form"] {
    return this.values.form;
  }

  get served(): Loaded["served"] {
    return this.values.served;
  }

  private get latest(): FileVersion {
    return this.values.latest;
  }

  document = (): ConfigSnapshot => this.latest.document;
  baseEtag = (): string => this.etag;
  edition = (): Edition => this.latest.edition;

  entryAt = (path: string): Entry => this.form.getValues(nameOf(path));

  savedAt = (path: string): Entry => {
    const entry = this.latest.entries[path];
    if (entry === undefined) throw new Error(`There is no setting ${path}.`);
    return entry;
  };

  /**
   * If another operator has changed a setting since this operator started to edit it, returns the entry before both
   * changes.
   */
  overtakenAt = (path: string): Entry | undefined => this.overtaken.get(path);

  /** If an unsaved value is invalid, its control shows the error instead. */
  problemsAt = (path: string): readonly Problem[] => this.problems.get(path) ?? noProblems;

  drafts(): Drafts {
    const draftAt = (path: string): Draft => ({
      entry: this.entryAt(path),
      origin: this.overtaken.get(path) ?? this.savedAt(path),
    });
    return new Map(this.paths.map((path) => [path, draftAt(path)]));
  }

  draftEntries(paths = this.paths): Entries {
    return Object.fromEntries(
      paths.filter((path) => this.changed.has(path)).map((path) => [path, this.entryAt(path)]),
    );
  }

  /**
   * Loads the code that checks unsaved changes. Before that, only the problems that the server found in the file are
   * known. A save must wait until the code is loaded. After a failure, the next call requests the code again.
   * @throws Error with a message for the operator if the browser cannot load the code
   */
  ready(): Promise<void> {
    this.loading ??= this.loadChecks();
    return this.loading;
  }

  private async loadChecks(): Promise<void> {
    try {
      this.checks = await import("./judge");
    } catch (cause) {
      this.loading = undefined;
      throw new Error(notLoadedText, { cause });
    }
    await this.loadOwnRules(this.latest.document).catch(() => undefined);
    this.judge = this.judgeOf(this.checks, this.latest.document);
    if (this.revalidate()) this.announce();
  }

  /** Loads the code that evaluates the operator's rules. Without it, only the server checks them. */
  private async loadOwnRules({ rules }: ConfigSnapshot): Promise<void> {
    if (rules !== undefined) this.ownRules ??= await import("@/lib/shared/settings/own-rules");
  }

  private judgeOf({ Judge }: typeof Checks, document: ConfigSnapshot): Checks.Judge {
    const compiledRules =
      document.rules && this.ownRules?.compileRules(document.rules, this.edition().registry);
    return new Judge(document, this.draftAt, compiledRules?.rules);
  }

  private draftAt = (path: string): Entry | undefined =>
    this.changed.has(path) ? this.entryAt(path) : undefined;

  introducedErrors(): RuleViolation[] {
    return this.judge?.introducedErrors() ?? [];
  }

  valueProblemAt(path: string): string | undefined {
    const field = this.edition().registry.fieldAt(path);
    return field && this.checks?.problemOf(field, this.entryAt(path));
  }

  /** Call only after `ready`. */
  operationsOf(entries: Entries): Operation[] {
    if (this.checks === undefined) throw new Error("The checks are not loaded.");
    return this.checks.operationsOf(entries, this.edition().registry);
  }

  setDraft(path: string, entry: Entry): void {
    this.form.setValue(nameOf(path), entry);
    this.form.clearErrors(nameOf(path));
  }

  applyOperations(operations: readonly Operation[]): void {
    const { fieldAt } = this.edition().registry;
    for (const operation of operations) {
      const field = fieldAt(operation.path);
      if (field) this.setDraft(field.path, entryForOperation(field, this.savedAt(field.path), operation));
    }
  }

  revert(paths: readonly string[] = [...this.paths, ...this.keys.all().map(({ path }) => path)]): void {
    for (const path of paths) {
      if (this.keys.at(path)) this.keys.revert(path);
      else this.setDraft(path, this.savedAt(path));
    }
  }

  /**
   * Adopts a newer version of the file, or creates the form from it. Unchanged settings get their new values, and unsaved changes remain.
   * @param sent entries that were just saved; they remain unsaved changes only if the operator has edited
   * them since then
   * @param sentKeys the same for saved changes to unrecognized keys
   */
  receive = (document: ConfigSnapshot, sent?: Entries, sentKeys?: readonly KeyChange[]): void => {
    this.open(document);
    this.adopt(document, sent, sentKeys);
    this.announce();
    this.client.setQueryData(queryKey, document);
  };

  private adopt(document: ConfigSnapshot, sent?: Entries, sentKeys: readonly KeyChange[] = []): void {
    if (this.loaded === null) return;
    // `document` is the version that the save wrote, so edits made during the save are based on it.
    if (sent !== undefined) this.etag = document.etag;
    for (const path of Object.keys(sent ?? {})) this.overtaken.delete(path);
    const before = this.latest;
    this.loaded.latest = fileVersion(document, before);
    const { fields, fieldAt } = this.edition().registry;
    for (const path of this.changed) if (fieldAt(path) === undefined) this.changed.delete(path);
    for (const { path } of fields) {
      // Undefined if only the new version's edition has the setting.
      const older = before.entries[path];
      const newer = this.savedAt(path);
      if (older === undefined) this.setDraft(path, newer);
      const entry = this.entryAt(path);
      const isDraft = this.changed.has(path);
      const saved = sent?.[path];
      const isSaved = saved !== undefined && sameEntry(saved, entry);
      if (isDraft && !isSaved && !sameEntry(entry, newer)) {
        if (older !== undefined && older !== newer && saved === undefined && !this.overtaken.has(path))
          this.overtaken.set(path, older);
      } else if (isDraft || older !== newer) {
        this.setDraft(path, newer);
      }
    }
    for (const { path } of fields) this.compare(path);
    if (this.checks) this.judge = this.judgeOf(this.checks, document);
    this.revalidate();
    this.keys.follow(document.unknown, sentKeys);
    this.draftsChanged();
  }

  restore(etag: string, drafts: Drafts): void {
    for (const [path, { entry }] of drafts) this.setDraft(path, entry);
    if (this.changed.size === 0) return;
    this.etag = etag;
    for (const path of this.paths) this.overtaken.set(path, drafts.get(path)?.origin ?? this.savedAt(path));
  }

  /** The settings among `paths` that another operator has changed, too, and that do not have their old value again. */
  conflicts(paths: readonly string[]): string[] {
    return paths.filter((path) => {
      const origin = this.overtaken.get(path);
      return origin !== undefined && !sameEntry(origin, this.savedAt(path));
    });
  }

  /**
   * Bases the unsaved changes on the latest file.
   * @param paths settings for which the operator has seen other operators' changes
   */
  acknowledge(paths: readonly string[]): void {
    this.etag = this.latest.document.etag;
    for (const path of paths) this.overtaken.delete(path);
  }

  /** Runs only the rules that read the changed setting, because this method is called on every key press. */
  private entryChanged(path: string): void {
    const wasChanged = this.changed.has(path);
    this.compare(path);
    const hasOtherProblems = (this.judge?.recheck(path) ?? false) && this.revalidate();
    if (wasChanged !== this.changed.has(path)) this.draftsChanged();
    else if (hasOtherProblems) this.announce();
  }

  /**
   * Validates only unsaved values. A value that is already invalid in the file must not block saving other settings. Its
   * problem is shown as a problem of the file.
   */
  private validate(values: ConfigForm, names: readonly string[] = Object.keys(values)): Validated {
    const validated = (): ResolverResult<ConfigForm> => {
      const errors: Record<string, { type: string; message: string }> = {};
      for (const name of names) {
        const path = pathOf(name, this.edition().registry);
        if (path === undefined || !this.changed.has(path)) continue;
        const message = this.valueProblemAt(path);
        if (message !== undefined) errors[name] = { type: "value", message };
      }
      if (Object.keys(errors).length === 0) return { values, errors: {} };
      return { values: {}, errors: errors as FieldErrors<ConfigForm> };
    };
    // Waits for the code of the checks, but never requests the code: otherwise each key press would request it again
    // after a failure.
    const isWaiting = this.changed.size > 0 && this.checks === undefined && this.loading !== undefined;
    return isWaiting ? this.ready().then(validated, validated) : validated();
  }

  private compare(path: string): void {
    if (sameEntry(this.entryAt(path), this.savedAt(path))) this.changed.delete(path);
    else this.changed.add(path);
  }

  private revalidate(): boolean {
    const before = this.problems;
    this.problems = problemsByPath(this.judge?.problems() ?? this.latest.document.problems, before);
    return this.problems !== before;
  }

  private draftsChanged(): void {
    const { fields } = this.edition().registry;
    this.paths = fields.flatMap(({ path }) => (this.changed.has(path) ? [path] : []));
    for (const path of this.overtaken.keys()) if (!this.changed.has(path)) this.overtaken.delete(path);
    this.keysChanged();
  }

  private keysChanged(): void {
    if (this.paths.length === 0 && this.keys.all().length === 0) this.etag = this.latest.document.etag;
    this.announce();
  }
}
