import { boolean, section } from "../field";

export const passwordReset = section({
  id: "passwordReset",
  group: "people",
  title: "Password reset",
  description: "What is asked of somebody who has forgotten the password.",
  cards: [
    {
      title: "Reset e-mails",
      fields: [
        boolean("passwordReset.requireCaptcha", {
          label: "A captcha is required",
          help: "People solve a captcha before a reset e-mail is sent, so that nobody can flood a mailbox. It has an effect only while captchas are on under Security.",
          default: false,
          synonyms: ["recaptcha", "hcaptcha", "forgot password", "recovery"],
        }),
      ],
    },
  ],
});
