import { specified } from "../../registry";
import { addressRules } from "../../rules/addresses";
import { captchaRules } from "../../rules/captcha";
import { choiceRules } from "../../rules/choices";
import { emailRules } from "../../rules/email";
import { messageRateRules } from "../../rules/message-rate";
import { registrationRules } from "../../rules/registration";
import type { Rule } from "../../rules/rule";
import { unusedInUse } from "../../rules/unused";

/** The rules that apply to every server program. Other editions extend this list. */
export const specifiedRules: readonly Rule[] = [
  ...addressRules,
  ...choiceRules,
  ...registrationRules,
  ...captchaRules,
  ...emailRules,
  ...messageRateRules,
];

export const rules: readonly Rule[] = [...specifiedRules, unusedInUse(specified)];
