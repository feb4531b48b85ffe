import { decodeRights } from "@/lib/shared/chat/rights";
import { type Reader, type Rule, defineRule, listed, set, unset } from "./rule";

/** What the right OPERATOR is as a number. */
const OPERATOR = 1n;

/** What decides whether anybody can register. */
const openness = ["register.disabled", "register.allowNewRegistration"] as const;

/** What keeps one person from registering over and over. */
const protection = [
  "register.requireCaptcha",
  "security.captcha.enabled",
  "limits.rate.enabled",
  "limits.absoluteRate.register.enabled",
  "register.requireInvite",
] as const;

/** Characters of some kind that a password must have. */
const demands = [
  "register.password.minNumbers",
  "register.password.minUpperCase",
  "register.password.minSymbols",
] as const;

function isOpen({ get }: Reader<(typeof openness)[number]>): boolean {
  return !get("register.disabled") && get("register.allowNewRegistration");
}

function isProtected({ get }: Reader<(typeof protection)[number]>): boolean {
  const captcha = get("register.requireCaptcha") && get("security.captcha.enabled");
  const limited = get("limits.rate.enabled") || get("limits.absoluteRate.register.enabled");
  return captcha || limited || get("register.requireInvite");
}

export const registrationRules: readonly Rule[] = [
  defineRule({
    id: "allowlist-and-blocklist",
    severity: "error",
    reads: ["register.email.allowlist", "register.email.blocklist"],
    check: ({ get }) =>
      get("register.email.allowlist") && get("register.email.blocklist")
        ? [
            {
              paths: ["register.email.allowlist", "register.email.blocklist"],
              message:
                "The domain list is an allowlist and a blocklist at once, so every e-mail address is refused by one or the other. Turn one of them off.",
              fix: { label: "Keep the allowlist only", operations: [set("register.email.blocklist", false)] },
            },
          ]
        : [],
  }),
  defineRule({
    id: "allowlist-empty",
    severity: "warning",
    reads: ["register.email.allowlist", "register.email.domains"],
    check: ({ get }) =>
      get("register.email.allowlist") && get("register.email.domains").length === 0
        ? [
            {
              paths: ["register.email.domains", "register.email.allowlist"],
              message:
                "Only listed e-mail domains are accepted, but none is listed, so no e-mail address can be used to register. Add domains, or accept all.",
              fix: { label: "Accept all domains", operations: [set("register.email.allowlist", false)] },
            },
          ]
        : [],
  }),
  defineRule({
    id: "rights-operator",
    severity: "error",
    reads: ["register.defaultRights"],
    check: ({ get }) => {
      const bits = bitsOf(get("register.defaultRights"));
      if ((bits & OPERATOR) === 0n) return [];
      return [
        {
          paths: ["register.defaultRights"],
          message:
            "The default rights hold OPERATOR: everybody who registers can do everything on the instance. Take it out, and look at the accounts that registered meanwhile.",
          fix: {
            label: "Take OPERATOR out",
            operations: [set("register.defaultRights", String(bits & ~OPERATOR))],
          },
        },
      ];
    },
  }),
  defineRule({
    id: "rights-dangerous",
    severity: "warning",
    reads: ["register.defaultRights"],
    check: ({ get }) => {
      const bits = bitsOf(get("register.defaultRights"));
      const { named } = decodeRights(String(bits));
      const dangerous = named.filter((right) => right.dangerous && right.bit !== 0);
      if (dangerous.length === 0) return [];
      const without = dangerous.reduce((left, { bit }) => left & ~(1n << BigInt(bit)), bits);
      return [
        {
          paths: ["register.defaultRights"],
          message: `The default rights hold ${listed(dangerous.map(({ name }) => name))}: everybody who registers can use them on the whole instance. Give such rights to single users instead.`,
          fix: {
            label:
              dangerous.length === 1
                ? `Take ${dangerous[0]?.name} out`
                : `Take ${dangerous.length} rights out`,
            operations: [set("register.defaultRights", String(without))],
          },
        },
      ];
    },
  }),
  defineRule({
    id: "registration-open",
    severity: "warning",
    reads: [...openness, ...protection],
    check: (facts) =>
      isOpen(facts) && !isProtected(facts)
        ? [
            {
              paths: ["register.disabled", "register.requireInvite", "limits.absoluteRate.register.enabled"],
              message:
                "Anybody can register any number of accounts: no captcha, no invite and no limit stands in the way. Limit registrations, require an invite, or turn captchas on.",
              fix: {
                label: "Limit registrations",
                operations: [set("limits.absoluteRate.register.enabled", true)],
              },
            },
          ]
        : [],
  }),
  defineRule({
    id: "deprecated-registration-switch",
    severity: "warning",
    reads: ["register.allowNewRegistration", "register.disabled"],
    // The other deprecated key, general.instanceId, is written by the instance itself: nothing for an operator to do.
    check: ({ get }) =>
      get("register.allowNewRegistration")
        ? []
        : [
            {
              paths: ["register.allowNewRegistration", "register.disabled"],
              message: `Registration is closed by register.allowNewRegistration, which is deprecated${
                get("register.disabled") ? "" : ", while “Registration is closed” is off"
              }. Use “Registration is closed” alone.`,
              fix: {
                label: "Close it by the current switch",
                operations: [set("register.disabled", true), unset("register.allowNewRegistration")],
              },
            },
          ],
  }),
  defineRule({
    id: "password-rules-contradict",
    severity: "warning",
    reads: ["register.password.minLength", ...demands],
    check: ({ get }) => {
      const length = get("register.password.minLength");
      const classes = demands.reduce((sum, path) => sum + get(path), 0);
      if (classes <= length) return [];
      return [
        {
          paths: ["register.password.minLength", "register.password.minNumbers"],
          message: `Digits, capital letters and symbols need ${classes} characters together, but the minimum length says ${length}. People are told a length that is never enough; raise it.`,
          fix: {
            label: `Raise the minimum length to ${classes}`,
            operations: [set("register.password.minLength", classes)],
          },
        },
      ];
    },
  }),
];

function bitsOf(text: string): bigint {
  return /^\d{1,20}$/.test(text) ? BigInt(text) : 0n;
}
