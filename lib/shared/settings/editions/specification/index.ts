import { specified } from "../../registry";
import { addressRules } from "../../rules/addresses";
import { captchaRules } from "../../rules/captcha";
import { choiceRules } from "../../rules/choices";
import { emailRules } from "../../rules/email";
import { messageRateRules } from "../../rules/message-rate";
import { registrationRules } from "../../rules/registration";
import type { Rule } from "../../rules/rule";
import { unusedInUse } from "../../rules/unused";
import type { Edition } from "../edition";
import { mail } from "./mail";

/** The rules that apply to every server program. Other editions extend this list. */
export const specifiedRules: readonly Rule[] = [
  ...addressRules,
  ...choiceRules,
  ...registrationRules,
  ...captchaRules,
  ...emailRules,
  ...messageRateRules,
];

/** The edition that matches the specification exactly, with the neutral naming. */
export const specification: Edition = {
  naming: "neutral",
  spelledAs: "As written in the specification",
  registry: specified,
  spelling: { keys: {}, values: {} },
  startNeeds: [],
  rules: [...specifiedRules, unusedInUse(specified)],
  apiPath: "/api",
  answersPing: false,
  isOfOtherServer: false,
  mail,
  tokenReset: "Programs that use the old token stop working immediately, until you give them the new one.",
  takesEffect: "at start",
  reloadEvent: null,
  discovery: [],
  mergedLists: {},
};
