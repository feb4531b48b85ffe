import { defineRule, type Rule, set } from "../../../rules/rule";

/** The port at which mail servers expect STARTTLS before a sign-in. */
const SUBMISSION = 587;

export const mailRules: readonly Rule[] = [
  defineRule({
    id: "starttls-never-used",
    severity: "warning",
    reads: ["email.provider", "email.smtp.port", "email.smtp.secure", "email.smtp.starttls"],
    check: ({ get }) => {
      const isUsed = get("email.provider") === "smtp" && get("email.smtp.port") === SUBMISSION;
      if (!isUsed || get("email.smtp.secure") === true || get("email.smtp.starttls")) return [];
      return [
        {
          paths: ["email.smtp.starttls", "email.smtp.port", "email.smtp.secure"],
          message: `The mail server is reached on port ${SUBMISSION}, but STARTTLS is off, and the instance never uses it on its own. Most mail servers refuse such connections, so email is not sent, or is sent unencrypted. Require STARTTLS.`,
          fix: { label: "Require STARTTLS", operations: [set("email.smtp.starttls", true)] },
        },
      ];
    },
  }),
  defineRule({
    id: "mailgun-username-missing",
    severity: "error",
    reads: ["email.provider", "email.emailApi1.username"],
    check: ({ get, has }) =>
      get("email.provider") === "emailApi1" && !has("email.emailApi1.username")
        ? [
            {
              paths: ["email.emailApi1.username", "email.provider"],
              message:
                "Email is sent through Mailgun, but the Mailgun username is not set, so the instance cannot send email. Enter the username, usually “api”.",
              fix: { label: "Use “api”", operations: [set("email.emailApi1.username", "api")] },
            },
          ]
        : [],
  }),
];
