import { specified } from "../../registry";
import { addressRules } from "../../rules/addresses";
import { registrationRules } from "../../rules/registration";
import { emailRules } from "../../rules/email";
import { messageRateRules } from "../../rules/message-rate";
import { type Rule, unusedInUse } from "../../rules/rule";

/** The rules that apply to every server program. Other editions extend this list. */
export const specifiedRules: readonly Rule[] = [
  ...addressRules,
  ...registrationRules,
  ...emailRules,
  ...messageRateRules,
];

export const rules: readonly Rule[] = [...specifiedRules, unusedInUse(specified)];
