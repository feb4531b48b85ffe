import type { ConfigSnapshot, Problem } from "@/lib/shared/contract/config-snapshot";
import { editionOf } from "@/lib/shared/settings/editions";
import { rulesOf } from "@/lib/shared/settings/editions/rules";
import {
  allProblems,
  evaluateRules,
  type Facts,
  introducedErrors,
  type Reader,
  readerOf,
  type RuleViolation,
} from "@/lib/shared/settings/rules";
import { RuleResults } from "@/lib/shared/settings/rules/rule-results";
import type { SettingPath, SettingValue } from "@/lib/shared/settings/types";
import { type Entry, isWritten } from "./entry";
import { checkValue } from "./operations";

/*
 * The checks of unsaved changes: of each value, and of the rules between settings. A separate part, because the
 * server has already checked the file, so that a page can be shown and used before its browser can check as well.
 */

export { problemOf } from "./operations";

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

/** Applies the rules between settings to a version of the file with unsaved changes. */
export class Judge {
  private readonly saved: readonly RuleViolation[];
  private readonly results: RuleResults;

  /** @param draftAt the current entry of a setting; undefined for an unchanged one */
  constructor(
    private readonly document: ConfigSnapshot,
    draftAt: (path: string) => Entry | undefined,
  ) {
    // Rules are not checked for an unreadable file, because its values are defaults or from an earlier version.
    const isUsable = document.file.state === "usable";
    this.saved = isUsable ? evaluateRules(document) : [];
    this.results = new RuleResults(isUsable ? rulesOf(document.naming) : [], draftReader(document, draftAt));
  }

  /** Runs only the rules that read this setting. Returns whether its violations may have changed. */
  recheck(path: string): boolean {
    return this.results.recheck(path);
  }

  /** All problems as if the unsaved changes were saved. */
  problems(): Problem[] {
    const own = this.document.problems.filter(({ rule }) => rule === undefined);
    return allProblems(own, this.results.violations());
  }

  /** Contradictions between settings that the file does not have yet, but would have after a save. */
  introducedErrors(): RuleViolation[] {
    return introducedErrors(this.saved, this.results.violations());
  }
}
