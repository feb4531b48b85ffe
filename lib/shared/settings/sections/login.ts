import { boolean, section } from "../field";

export const login = section({
  id: "login",
  group: "people",
  title: "Sign-in",
  description: "What people need in order to sign in.",
  cards: [
    {
      title: "Checks at sign-in",
      fields: [
        boolean("login.requireCaptcha", {
          label: "Require a captcha to sign in",
          help: "People solve a captcha every time, which stops automated password guessing. Needs captchas to be enabled under Security.",
          default: false,
        }),
        boolean("login.requireVerification", {
          label: "Require a verified email to sign in",
          help: "Locks out accounts whose email address is not verified. If the instance cannot send email, new users cannot sign in.",
          default: false,
        }),
      ],
    },
  ],
});
