import { type Rule, defineRule, listed, named, set } from "./rule";

const parts = ["security.captcha.service", "security.captcha.sitekey", "security.captcha.secret"] as const;
const requirements = [
  "register.requireCaptcha",
  "login.requireCaptcha",
  "passwordReset.requireCaptcha",
] as const;
const places = {
  "register.requireCaptcha": "Registration",
  "login.requireCaptcha": "Sign-in",
  "passwordReset.requireCaptcha": "Password reset",
} as const;

export const captchaRules: readonly Rule[] = [
  defineRule({
    id: "captcha-incomplete",
    severity: "error",
    reads: ["security.captcha.enabled", ...parts],
    check: ({ get, has }) => {
      const missing = parts.filter((path) => !has(path));
      if (!get("security.captcha.enabled") || missing.length === 0) return [];
      return [
        {
          paths: ["security.captcha.enabled", ...missing],
          marks: missing,
          message: `Captchas are enabled, but ${listed(missing.map(named))} ${
            missing.length === 1 ? "is" : "are"
          } not set. Nobody can solve a captcha, so everybody who needs one is locked out. Complete the captcha settings, or disable captchas.`,
          fix: { label: "Disable captchas", operations: [set("security.captcha.enabled", false)] },
        },
      ];
    },
  }),
  defineRule({
    id: "captcha-required-but-off",
    severity: "warning",
    reads: ["security.captcha.enabled", ...requirements],
    // The defaults require a captcha for registration while captchas are off, so only values in the file are reported.
    check: ({ get, isSet }) =>
      requirements
        .filter((path) => !get("security.captcha.enabled") && isSet(path) && get(path))
        .map((path) => ({
          paths: [path, "security.captcha.enabled"],
          message: `${places[path]} requires a captcha, but captchas are disabled under Security, so people can continue without one. Enable captchas, or stop requiring them.`,
          fix: { label: "Stop requiring captchas", operations: [set(path, false)] },
        })),
  }),
];
