import { boolean, section } from "../field";

export const passwordReset = section({
  id: "passwordReset",
  group: "people",
  title: "Password reset",
  description: "What people need in order to reset a forgotten password.",
  cards: [
    {
      title: "Reset emails",
      fields: [
        boolean("passwordReset.requireCaptcha", {
          label: "Require a captcha to reset a password",
          help: "Keeps anybody from flooding a mailbox with reset emails. Needs captchas to be enabled under Security.",
          default: false,
        }),
      ],
    },
  ],
});
