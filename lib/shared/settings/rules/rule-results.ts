import { checkRule, errorsFirst, type Reader, type Rule, type RuleViolation } from "../rules";

/** What rules say about settings that keep changing. A rule runs again only when a setting that it reads has changed. */
export class RuleResults {
  private readonly byRule = new Map<Rule, readonly RuleViolation[]>();
  private readonly readers = new Map<string, Rule[]>();

  /** @param settings reads the settings as they are at that moment, not as they were when this was made */
  constructor(
    rules: readonly Rule[],
    private readonly settings: Reader,
  ) {
    for (const rule of rules) {
      this.byRule.set(rule, checkRule(rule, settings));
      for (const path of rule.reads) this.readers.set(path, [...(this.readers.get(path) ?? []), rule]);
    }
  }

  /** Runs the rules that read this setting, after it has changed. Answers whether any of them has something to say, or had. */
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

  /** All there is, errors first. */
  violations(): RuleViolation[] {
    return errorsFirst([...this.byRule.values()].flat());
  }
}
