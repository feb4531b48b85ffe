import { hasBit, withBit } from "../../chat/bits";
import { strongRights } from "../../chat/strong-rights";
import { defineRule, listed, named, type Reader, type Rule, set, unset, fixBy } from "./rule";

const OPERATOR = 1n;

const strong = Object.entries(strongRights).filter(([name]) => name !== "OPERATOR");

const openness = ["register.disabled", "register.allowNewRegistration"] as const;

/** Each of these settings prevents automated registration. */
const protection = [
  "register.requireCaptcha",
  "security.captcha.enabled",
  "limits.rate.enabled",
  "limits.absoluteRate.register.enabled",
  "register.requireInvite",
] as const;

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

const captchaParts = [
  "security.captcha.service",
  "security.captcha.sitekey",
  "security.captcha.secret",
] as const;
const captchaRequirements = [
  "register.requireCaptcha",
  "login.requireCaptcha",
  "passwordReset.requireCaptcha",
] as const;
const places = {
  "register.requireCaptcha": "Registration",
  "login.requireCaptcha": "Sign-in",
  "passwordReset.requireCaptcha": "Password reset",
} as const;

export const registrationRules: readonly Rule[] = [
  defineRule({
    id: "allowlist-and-blocklist",
    severity: "error",
    reads: ["register.email.allowlist", "register.email.blocklist"],
    check: ({ get }) =>
      get("register.email.allowlist") &&
      get("register.email.blocklist") && {
        paths: ["register.email.allowlist", "register.email.blocklist"],
        message:
          "The email domain list is used as both an allowlist and a blocklist, so every email address is refused. Turn one of them off.",
        fix: fixBy("Keep only the allowlist", set("register.email.blocklist", false)),
      },
  }),
  defineRule({
    id: "allowlist-empty",
    severity: "warning",
    reads: ["register.email.allowlist", "register.email.domains"],
    check: ({ get }) =>
      get("register.email.allowlist") &&
      get("register.email.domains").length === 0 && {
        paths: ["register.email.domains", "register.email.allowlist"],
        message:
          "Only listed email domains are allowed, but the list is empty, so nobody can register with an email address. Add domains, or allow all domains.",
        fix: fixBy("Allow all domains", set("register.email.allowlist", false)),
      },
  }),
  defineRule({
    id: "rights-operator",
    severity: "error",
    reads: ["register.defaultRights"],
    check: ({ get }) => {
      const bits = bitsOf(get("register.defaultRights"));
      if ((bits & OPERATOR) === 0n) return false;
      return {
        paths: ["register.defaultRights"],
        message:
          "Default rights include OPERATOR, so everybody who registers has full control of the instance. Remove the right, and check the accounts that have registered since then.",
        fix: fixBy("Remove OPERATOR", rightsOf(bits & ~OPERATOR)),
      };
    },
  }),
  defineRule({
    id: "rights-dangerous",
    severity: "warning",
    reads: ["register.defaultRights"],
    check: ({ get }) => {
      const bits = bitsOf(get("register.defaultRights"));
      const dangerous = strong.filter(([, bit]) => hasBit(bits, bit));
      if (dangerous.length === 0) return false;
      const names = dangerous.map(([name]) => name);
      const without = dangerous.reduce((remaining, [, bit]) => withBit(remaining, bit, false), bits);
      return {
        paths: ["register.defaultRights"],
        message: `Default rights include ${listed(names)}, so everybody who registers can use them on the whole instance. Give these rights to individual users instead.`,
        fix: fixBy(
          names.length === 1 ? `Remove ${names[0]}` : `Remove ${names.length} rights`,
          rightsOf(without),
        ),
      };
    },
  }),
  defineRule({
    id: "rights-none",
    severity: "warning",
    reads: ["register.defaultRights"],
    check: ({ get }) =>
      /^0+$/.test(get("register.defaultRights")) && {
        paths: ["register.defaultRights"],
        message:
          "Default rights are 0, so people who register may do nothing, such as send messages or join guilds. Choose the rights of new accounts.",
        fix: fixBy("Use the default rights", unset("register.defaultRights")),
      },
  }),
  defineRule({
    id: "usernames-too-short",
    severity: "warning",
    reads: ["limits.user.maxUsername"],
    check: ({ get }) =>
      get("limits.user.maxUsername") < 2 && {
        paths: ["limits.user.maxUsername"],
        message:
          "Usernames can have only one character, so nearly every registration is refused. Raise the limit.",
        fix: fixBy("Use the default", unset("limits.user.maxUsername")),
      },
  }),
  defineRule({
    id: "registration-open",
    severity: "warning",
    reads: [...openness, ...protection],
    check: (facts) =>
      isOpen(facts) &&
      !isProtected(facts) && {
        paths: ["register.disabled", "register.requireInvite", "limits.absoluteRate.register.enabled"],
        message:
          "Registration is open without a captcha, an invite or a limit, so anybody can create any number of accounts. Limit registrations, require an invite, or close registration.",
        fix: fixBy("Limit registrations", set("limits.absoluteRate.register.enabled", true)),
      },
  }),
  defineRule({
    id: "deprecated-registration-switch",
    severity: "warning",
    reads: ["register.allowNewRegistration", "register.disabled"],
    // `register.allowNewRegistration` is the only deprecated key that operators can remove. The other deprecated
    // key, `general.instanceId`, is written by the instance.
    check: ({ get }) =>
      !get("register.allowNewRegistration") && {
        paths: ["register.allowNewRegistration", "register.disabled"],
        message: `Registration is closed by “Allow new registrations”, which is deprecated${
          get("register.disabled") ? "" : ", while “Close registration” is off"
        }. Use only “Close registration”.`,
        fix: fixBy(
          "Use “Close registration”",
          set("register.disabled", true),
          unset("register.allowNewRegistration"),
        ),
      },
  }),
  defineRule({
    id: "password-rules-contradict",
    severity: "warning",
    reads: ["register.password.minLength", ...demands],
    check: ({ get }) => {
      const length = get("register.password.minLength");
      const classes = demands.reduce((sum, path) => sum + get(path), 0);
      if (classes <= length) return false;
      return {
        paths: ["register.password.minLength", "register.password.minNumbers"],
        message: `Digits, capital letters and symbols need ${classes} characters together, but the minimum password length is ${length}. Passwords of the minimum length are always refused. Raise the minimum.`,
        fix: fixBy(`Raise the minimum length to ${classes}`, set("register.password.minLength", classes)),
      };
    },
  }),
  defineRule({
    id: "captcha-incomplete",
    severity: "error",
    reads: ["security.captcha.enabled", ...captchaParts],
    check: ({ get, has }) => {
      const missing = captchaParts.filter((path) => !has(path));
      if (!get("security.captcha.enabled") || missing.length === 0) return false;
      return {
        paths: ["security.captcha.enabled", ...missing],
        marks: missing,
        message: `Captchas are enabled, but ${listed(missing.map(named))} ${
          missing.length === 1 ? "is" : "are"
        } not set. Nobody can solve a captcha, so everybody who needs one is locked out. Complete the captcha settings, or disable captchas.`,
        fix: fixBy("Disable captchas", set("security.captcha.enabled", false)),
      };
    },
  }),
  defineRule({
    id: "captcha-required-but-off",
    severity: "warning",
    reads: ["security.captcha.enabled", ...captchaRequirements],
    // By default, registration requires a captcha although captchas are off, so only values in the file are reported.
    check: ({ get, isSet }) =>
      captchaRequirements
        .filter((path) => !get("security.captcha.enabled") && isSet(path) && get(path))
        .map((path) => ({
          paths: [path, "security.captcha.enabled"],
          message: `${places[path]} requires a captcha, but captchas are disabled under Security, so people can continue without one. Enable captchas, or stop requiring them.`,
          fix: fixBy("Stop requiring captchas", set(path, false)),
        })),
  }),
];

/** Sets the default rights. Without any right, a new account is useless, so the default applies instead. */
export const rightsOf = (bits: bigint) =>
  bits === 0n ? unset("register.defaultRights") : set("register.defaultRights", String(bits));

function bitsOf(text: string): bigint {
  return /^\d{1,20}$/.test(text) ? BigInt(text) : 0n;
}
