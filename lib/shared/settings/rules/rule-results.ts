import { checkRule, errorsFirst, type Reader, type Rule, type RuleViolation } from "../rules";

/**
 * Stores the results of all rules for settings that keep changing. A rule runs again only after a setting that it reads
 * has changed.
 */
export class RuleResults {
  private readonly byRule = new Map<Rule, readonly RuleViolation[]>();
  private readonly readers = new Map<string, Rule[]>();

  /** @param settings must return the current values at each call */
  constructor(
    rules: readonly Rule[],
    private readonly settings: Reader,
  ) {
    for (const rule of rules) {
      this.byRule.set(rule, checkRule(rule, settings));
      for (const path of rule.reads) this.readers.set(path, [...(this.readers.get(path) ?? []), rule]);
    }
  }

  /**
   * Runs the rules that read a setting. Call this after the setting has changed. Returns whether one of these rules has
   * violations or had violations before.
   */
  recheck(path: string): boolean {
    let isAny = false;
    for (const rule of this.readers.get(path) ?? []) {
      const before = this.byRule.get(rule) ?? [];
      const after = checkRule(rule, this.settings);
      this.byRule.set(rule, after);
      isAny ||= before.length > 0 || after.length > 0;
    }
    return isAny;
  }

  violations(): RuleViolation[] {
    return errorsFirst([...this.byRule.values()].flat());
  }
}
