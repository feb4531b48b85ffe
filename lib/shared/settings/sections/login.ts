import { boolean, section } from "../field";

export const login = section({
  id: "login",
  group: "people",
  title: "Login",
  description: "What people have to show before they are signed in.",
  cards: [
    {
      title: "Checks at login",
      fields: [
        boolean("login.requireCaptcha", {
          label: "A captcha is required",
          help: "People solve a captcha every time they sign in, which stops automated guessing of passwords. It has an effect only while captchas are on under Security.",
          default: false,
          synonyms: ["recaptcha", "hcaptcha", "sign in", "brute force"],
        }),
        boolean("login.requireVerification", {
          label: "A verified e-mail address is required",
          help: "Accounts whose e-mail address is not verified cannot sign in. The instance has to be able to send e-mail, or nobody new gets in.",
          default: false,
          synonyms: ["verify", "confirmation", "sign in", "mail"],
        }),
      ],
    },
  ],
});
