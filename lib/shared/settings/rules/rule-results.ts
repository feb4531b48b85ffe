import { checkRule, errorsFirst, type Reader, type Rule, type RuleViolation } from "../rules";

/**
 * The results of the rules for settings that keep changing. A rule runs again only when a setting that it reads
 * has changed.
 */
export class RuleResults {
  private readonly byRule = new Map<Rule, readonly RuleViolation[]>();
  private readonly readers = new Map<string, Rule[]>();

  /** @param settings reads the current settings at each call, not those at construction */
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
   * Runs the rules that read this setting, after it has changed. Returns whether any of them has violations or had
   * some before.
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

  /** All violations, errors first. */
  violations(): RuleViolation[] {
    return errorsFirst([...this.byRule.values()].flat());
  }
}
