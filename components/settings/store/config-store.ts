import { createFormControl, type FieldErrors, type Resolver } from "react-hook-form";
import type { ConfigSnapshot, Operation, Problem } from "@/lib/shared/contract/config-snapshot";
import type { Edition } from "@/lib/shared/settings/editions";
import { allProblems, introducedErrors, type RuleViolation } from "@/lib/shared/settings/rules";
import { RuleResults } from "@/lib/shared/settings/rules/rule-results";
import type { KeyChange } from "@/lib/shared/contract/config";
import type { Draft, Drafts } from "./drafts";
import {
  type ConfigForm,
  type Entries,
  type Entry,
  entryForOperation,
  formOf,
  nameOf,
  pathOf,
  sameEntry,
} from "./entry";
import { fileVersion, type FileVersion } from "./file-version";
import { KeyDrafts } from "./key-drafts";
import { draftReader, problemsByPath, type ProblemsByPath } from "./rule-problems";
import type { Registry } from "@/lib/shared/settings/registry";
import { problemOf } from "./operations";

const noProblems: readonly Problem[] = [];

/**
 * The single form of the whole configuration. Only React Hook Form stores the controls' values. This class stores
 * the versions of the file for comparison, and derives changes and problems. Listeners are called only when the
 * set of changes, the problems or the file's values differ, so that typing renders only its own row.
 */
export class ConfigStore {
  readonly form: ReturnType<typeof createFormControl<ConfigForm>>;
  /**
   * The server-rendered version. Parts of the page that hydrate late must see the same data, regardless of newer
   * data.
   */
  readonly served: FileVersion & { readonly problems: ProblemsByPath };

  /** Changes of unrecognized keys, which are saved together with those of settings. */
  readonly keys = new KeyDrafts(() => this.keysChanged());

  /** The last read file. */
  private latest: FileVersion;
  /** The version that the unsaved changes are based on. A save must be checked against it. */
  private etag: string;
  /** The base version's entries of settings with unsaved changes, where the current file differs. */
  private readonly overtaken = new Map<string, Entry>();

  // Derived from the form and the versions above, and cached until they change.
  private readonly changed = new Set<string>();
  private paths: readonly string[] = [];
  private ruleResults: RuleResults;
  private problems: ProblemsByPath;

  private readonly listeners = new Set<() => void>();

  constructor(document: ConfigSnapshot) {
    this.latest = fileVersion(document);
    this.etag = document.etag;
    // The form's default values are only its initial values, because React Hook Form compares them deeply on every
    // change, and a save must be able to update one setting while another is being typed.
    this.form = createFormControl<ConfigForm>({
      defaultValues: formOf(this.latest.entries),
      resolver: configResolver(this.savedAt, () => this.edition().registry),
      mode: "onTouched",
    });
    this.ruleResults = this.evaluateRules();
    this.problems = problemsByPath(this.latest.document.problems);
    this.served = { ...this.latest, problems: this.problems };
    this.form.subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        const path = pathOf(name ?? "", this.edition().registry);
        if (path !== undefined) this.entryChanged(path);
      },
    });
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  document = (): ConfigSnapshot => this.latest.document;
  baseEtag = (): string => this.etag;
  /** The edition of the file. */
  edition = (): Edition => this.latest.edition;

  /** The entry in the form. */
  entryAt = (path: string): Entry => this.form.getValues(nameOf(path));

  /** The entry in the last read file. */
  savedAt = (path: string): Entry => {
    const entry = this.latest.entries[path];
    if (entry === undefined) throw new Error(`There is no setting ${path}.`);
    return entry;
  };

  /**
   * The entry that a changed setting had when its change was started, if somebody else has changed it since then.
   */
  overtakenAt = (path: string): Entry | undefined => this.overtaken.get(path);

  /**
   * A setting's problems as if the unsaved changes were saved. Problems of an unsaved value itself are shown at
   * its control.
   */
  problemsAt = (path: string): readonly Problem[] => this.problems.get(path) ?? noProblems;

  /** Settings whose entry in the form differs from the file's, in the registry's order. */
  changedPaths = (): readonly string[] => this.paths;

  drafts(): Drafts {
    const draftAt = (path: string): Draft => ({
      entry: this.entryAt(path),
      origin: this.overtaken.get(path) ?? this.savedAt(path),
    });
    return new Map(this.paths.map((path) => [path, draftAt(path)]));
  }

  /** The form's entries of the changed settings, or of those among `paths`. */
  draftEntries(paths = this.paths): Entries {
    return Object.fromEntries(
      paths.filter((path) => this.changed.has(path)).map((path) => [path, this.entryAt(path)]),
    );
  }

  /** Contradictions between settings that saving would introduce. */
  introducedErrors(): RuleViolation[] {
    return introducedErrors(this.latest.violations, this.ruleResults.violations());
  }

  /** Sets the entry of a setting's control. */
  setDraft(path: string, entry: Entry): void {
    this.form.setValue(nameOf(path), entry);
    this.form.clearErrors(nameOf(path));
  }

  /** Applies operations to the form; nothing is saved. */
  applyOperations(operations: readonly Operation[]): void {
    const { fieldAt } = this.edition().registry;
    for (const operation of operations) {
      const field = fieldAt(operation.path);
      if (field) this.setDraft(field.path, entryForOperation(field, this.savedAt(field.path), operation));
    }
  }

  /** Resets these settings and unrecognized keys, or all changed ones, to the file. */
  revert(paths: readonly string[] = [...this.paths, ...this.keys.all().map(({ path }) => path)]): void {
    for (const path of paths) {
      if (this.keys.at(path)) this.keys.revert(path);
      else this.setDraft(path, this.savedAt(path));
    }
  }

  /**
   * Adopts a newer version of the file: unchanged settings follow it, and unsaved changes remain.
   * @param sent entries that were just saved; their unsaved changes are dropped unless they were edited again in
   * the meantime
   * @param sentKeys the same for unrecognized keys
   */
  receive = (document: ConfigSnapshot, sent: Entries = {}, sentKeys: readonly KeyChange[] = []): void => {
    const before = this.latest;
    this.latest = fileVersion(document, before);
    const { fields, fieldAt } = this.edition().registry;
    for (const path of this.changed) if (fieldAt(path) === undefined) this.changed.delete(path);
    for (const { path } of fields) {
      // Undefined for a setting that this version's edition has, but the previous version's edition does not.
      const older = before.entries[path];
      const newer = this.savedAt(path);
      if (older === undefined) this.setDraft(path, newer);
      const entry = this.entryAt(path);
      const isDraft = this.changed.has(path);
      const wasSent = sent[path] !== undefined && sameEntry(sent[path], entry);
      if (isDraft && !wasSent && !sameEntry(entry, newer)) {
        if (older !== undefined && older !== newer && !this.overtaken.has(path))
          this.overtaken.set(path, older);
      } else if (isDraft || older !== newer) {
        this.setDraft(path, newer);
      }
    }
    for (const { path } of fields) this.compare(path);
    this.ruleResults = this.evaluateRules();
    this.revalidate();
    this.keys.follow(document.unknown, sentKeys);
    this.draftsChanged();
  };

  /** Restores unsaved changes from an earlier visit to this page, based on version `etag`. */
  restore(etag: string, drafts: Drafts): void {
    for (const [path, { entry }] of drafts) this.setDraft(path, entry);
    if (this.changed.size === 0) return;
    this.etag = etag;
    for (const path of this.paths) this.overtaken.set(path, drafts.get(path)?.origin ?? this.savedAt(path));
  }

  /** The operator has seen others' changes, so the unsaved changes are now based on the last read file. */
  acknowledge(): void {
    this.etag = this.latest.document.etag;
    this.overtaken.clear();
  }

  /** Handles a changed entry of a control. Runs only the rules that read its setting. */
  private entryChanged(path: string): void {
    const wasChanged = this.changed.has(path);
    this.compare(path);
    const hasOtherProblems = this.ruleResults.recheck(path) && this.revalidate();
    if (wasChanged !== this.changed.has(path)) this.draftsChanged();
    else if (hasOtherProblems) this.notify();
  }

  private compare(path: string): void {
    if (sameEntry(this.entryAt(path), this.savedAt(path))) this.changed.delete(path);
    else this.changed.add(path);
  }

  private evaluateRules(): RuleResults {
    const { document, edition } = this.latest;
    const draftAt = (path: string) => (this.changed.has(path) ? this.entryAt(path) : undefined);
    return new RuleResults(
      document.file.state === "usable" ? edition.rules : [],
      draftReader(document, draftAt),
    );
  }

  /** Collects the problems again. Returns whether those of any setting changed. */
  private revalidate(): boolean {
    const before = this.problems;
    const own = this.latest.document.problems.filter(({ rule }) => rule === undefined);
    this.problems = problemsByPath(allProblems(own, this.ruleResults.violations()), before);
    return this.problems !== before;
  }

  private draftsChanged(): void {
    const { fields } = this.edition().registry;
    this.paths = fields.flatMap(({ path }) => (this.changed.has(path) ? [path] : []));
    for (const path of this.overtaken.keys()) if (!this.changed.has(path)) this.overtaken.delete(path);
    this.keysChanged();
  }

  /** Without unsaved changes of either sort, the form is based on the last read file. */
  private keysChanged(): void {
    if (this.paths.length === 0 && this.keys.all().length === 0) this.etag = this.latest.document.etag;
    this.notify();
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}

/**
 * Validates only the values that would be saved. An invalid value that is already in the file does not prevent
 * saving another setting, and the document reports its problem.
 */
function configResolver(savedAt: (path: string) => Entry, registryNow: () => Registry): Resolver<ConfigForm> {
  return (values, _context, options) => {
    const registry = registryNow();
    const errors: Record<string, { type: string; message: string }> = {};
    for (const name of options.names ?? Object.keys(values)) {
      const path = pathOf(name, registry);
      const field = path === undefined ? undefined : registry.fieldAt(path);
      const entry = values[name];
      if (field === undefined || entry === undefined || sameEntry(entry, savedAt(field.path))) continue;
      const message = problemOf(field, entry);
      if (message !== undefined) errors[name] = { type: "value", message };
    }
    if (Object.keys(errors).length === 0) return { values, errors: {} };
    return { values: {}, errors: errors as FieldErrors<ConfigForm> };
  };
}
