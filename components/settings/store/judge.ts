import type { ConfigSnapshot, Operation, Problem } from "@/lib/shared/contract/config-snapshot";
import { editionOf } from "@/lib/shared/settings/editions";
import { rulesOf } from "@/lib/shared/settings/editions/rules";
import {
  allProblems,
  checkRule,
  type Facts,
  introducedErrors,
  type Reader,
  readerOf,
  type Rule,
  RuleResults,
  type RuleViolation,
} from "@/lib/shared/settings/rules";
import type { SettingPath, SettingValue } from "@/lib/shared/settings/types";
import { type Entries, type Entry, isWritten } from "./entry";
import type { Field } from "@/lib/shared/settings/field";
import { isCounted } from "@/lib/shared/settings/long-lists";
import { getAt } from "@/lib/shared/settings/paths";
import { parseValue } from "@/lib/shared/settings/parse-value";
import type { Registry } from "@/lib/shared/settings/registry";
import type { Parsed } from "@/lib/shared/settings/kinds/kind";

/*
 * The checks of unsaved changes: single values, and rules between settings. A page is usable before this code is
 * loaded, because the server has already checked the saved values.
 */

/**
 * Lets rules read the file with valid unsaved values in place of the saved values.
 * @param draftAt returns undefined if the setting has no unsaved change
 */
export function draftReader(file: Facts, draftAt: (path: string) => Entry | undefined): Reader {
  const { fieldAt } = editionOf(file.naming).registry;
  const saved = readerOf(file);
  const drafted = (path: SettingPath): { isSet: boolean; value: unknown } | undefined => {
    const [field, draft] = [fieldAt(path), draftAt(path)];
    if (field === undefined || draft === undefined) return undefined;
    if (!isWritten(draft)) return { isSet: false, value: field.default };
    const checked = checkValue(field, draft.value);
    return checked.ok ? { isSet: true, value: checked.value } : undefined;
  };
  return {
    naming: saved.naming,
    isSet: (path) => drafted(path)?.isSet ?? saved.isSet(path),
    has: (path) => {
      const draft = drafted(path);
      return draft === undefined ? saved.has(path) : draft.value !== null;
    },
    get: <P extends SettingPath>(path: P) => {
      const draft = drafted(path);
      return draft === undefined ? saved.get(path) : (draft.value as SettingValue<P>);
    },
  };
}

export class Judge {
  private readonly saved: readonly RuleViolation[];
  private readonly results: RuleResults;
  /** Rules that read a list of which the page has only the length. Their problems are those of the server. */
  private readonly unchecked: ReadonlySet<string>;

  /** @param ownRules the compiled rules of the operator */
  constructor(
    private readonly document: ConfigSnapshot,
    draftAt: (path: string) => Entry | undefined,
    ownRules: readonly Rule[] = [],
  ) {
    // Rules are not checked for an unreadable file, because its values are defaults or from an earlier version.
    const isUsable = document.file.state === "usable";
    const rules = isUsable ? [...rulesOf(document.naming), ...ownRules] : [];
    const saved = readerOf(document);
    const { values } = document;
    this.unchecked = new Set(
      ownRules
        .filter(({ reads }) => reads.some((path) => isCounted(getAt(values, path))))
        .map(({ id }) => id),
    );
    this.saved = rules.flatMap((rule) => checkRule(rule, saved));
    this.results = new RuleResults(rules, draftReader(document, draftAt));
  }

  recheck(path: string): boolean {
    return this.results.recheck(path);
  }

  problems(): Problem[] {
    const valueProblems = this.document.problems.filter(
      ({ rule }) => rule === undefined || this.unchecked.has(rule),
    );
    return allProblems(valueProblems, this.results.violations());
  }

  introducedErrors(): RuleViolation[] {
    return introducedErrors(this.saved, this.results.violations());
  }
}

/** Parses the value of a control. An empty control means an empty text, not an absent key. */
export function checkValue(field: Field, typed: unknown): Parsed {
  return parseValue(field, typed ?? "");
}

export function problemOf(field: Field, entry: Entry): string | undefined {
  if (!isWritten(entry)) return undefined;
  const checked = checkValue(field, entry.value);
  return checked.ok ? undefined : checked.message;
}

function operationOf(field: Field, entry: Entry): Operation {
  if (!isWritten(entry)) return { op: "unset", path: field.path };
  const checked = checkValue(field, entry.value);
  const value = checked.ok ? checked.value : entry.value;
  return value === null ? { op: "unset", path: field.path } : { op: "set", path: field.path, value };
}

/**
 * An unchanged secret is not among the drafts, so a save never overwrites the stored secret with an empty
 * value.
 */
export function operationsOf(drafts: Entries, { fields }: Registry): Operation[] {
  return fields.flatMap((field) => {
    const entry = drafts[field.path];
    return entry === undefined ? [] : [operationOf(field, entry)];
  });
}
