import type { SettingPath } from "../types";
import { type Reader, type Rule, defineRule, listed, named, fixBy, set } from "./rule";

const needs: Readonly<Record<string, readonly SettingPath[]>> = {
  smtp: ["email.smtp.host", "email.smtp.port", "email.smtp.secure"],
  emailApi1: ["email.emailApi1.apiKey", "email.emailApi1.domain"],
  emailApi2: ["email.emailApi2.apiKey", "email.emailApi2.apiSecret"],
  emailApi3: ["email.emailApi3.apiKey"],
};

function missingFor({ get, has }: Reader): SettingPath[] {
  const provider = get("email.provider");
  return (needs[provider ?? ""] ?? []).filter((path) => !has(path));
}

export const emailRules: readonly Rule[] = [
  defineRule({
    id: "email-incomplete",
    severity: "error",
    reads: ["email.provider", ...Object.values(needs).flat()],
    check: (facts) => {
      const missing = missingFor(facts);
      if (missing.length === 0) return false;
      return {
        paths: ["email.provider", ...missing],
        marks: missing,
        message: `The mail provider is chosen, but ${listed(missing.map(named))} ${
          missing.length === 1 ? "is" : "are"
        } not set, so no email is sent. Complete the settings under Email.`,
      };
    },
  }),
  defineRule({
    id: "smtp-half-login",
    severity: "warning",
    reads: ["email.provider", "email.smtp.username", "email.smtp.password"],
    check: ({ get, has }) => {
      const [user, password] = [has("email.smtp.username"), has("email.smtp.password")];
      if (get("email.provider") !== "smtp" || user === password) return false;
      const path = user ? "email.smtp.password" : "email.smtp.username";
      const given = user ? "email.smtp.username" : "email.smtp.password";
      return {
        paths: [path, given],
        message: `${named(given)} is set, but ${named(path)} is not. Most mail servers refuse such a sign-in. Set both, or neither.`,
      };
    },
  }),
  defineRule({
    id: "sender-missing",
    severity: "warning",
    reads: ["email.provider", "email.senderAddress", "general.correspondenceEmail"],
    check: ({ get }) =>
      get("email.provider") !== null &&
      get("email.senderAddress") === null &&
      get("general.correspondenceEmail") === null && {
        paths: ["email.senderAddress", "general.correspondenceEmail"],
        message:
          "A mail provider is chosen, but neither a sender address nor a contact email is set, so email has no sender. Set a sender address.",
      },
  }),
  defineRule({
    id: "verification-impossible",
    severity: "error",
    reads: ["login.requireVerification", "email.provider", "defaults.user.verified"],
    check: ({ get }) =>
      get("login.requireVerification") &&
      get("email.provider") === null &&
      !get("defaults.user.verified") && {
        paths: ["login.requireVerification", "email.provider", "defaults.user.verified"],
        message:
          "Sign-in requires a verified email address, but the instance cannot send email, so new users cannot sign in. Choose a mail provider, or stop requiring verification.",
        fix: fixBy("Stop requiring verification", set("login.requireVerification", false)),
      },
  }),
];
