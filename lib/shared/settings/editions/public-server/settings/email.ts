import { boolean, text } from "../../../field";

/** Maps the path of a setting to the fields that the panel shows after this setting. */
export const emailFields = {
  "email.smtp.secure": [
    boolean("email.smtp.starttls", {
      label: "Require STARTTLS",
      help: "Encrypts the connection after the greeting, as mail servers on port 587 require. When off, the instance never uses STARTTLS, even if the mail server offers it.",
      default: false,
      synonyms: ["starttls", "tls", "ssl", "encryption", "587", "mail server"],
    }),
    boolean("email.smtp.allowInsecure", {
      label: "Accept any mail server certificate",
      help: "Does not verify the certificate, so anybody on the network path can read the password and every email. Only for a mail server on your own network.",
      default: false,
      synonyms: ["self-signed", "tls", "ssl", "rejectUnauthorized", "insecure", "mail server"],
    }),
  ],
  "email.emailApi1.domain": [
    text("email.emailApi1.username", {
      label: "Mailgun username",
      help: "Sent to Mailgun together with the key, usually “api”. No email is sent without it.",
      default: null,
      maxLength: 200,
      placeholder: "api",
      synonyms: ["mailgun", "user name", "login", "credentials"],
    }),
    boolean("email.emailApi1.isEuropean", {
      label: "Use Mailgun's EU region",
      help: "Turn on for a domain in Mailgun's EU region, off for a domain in the US. With the wrong region, Mailgun does not recognize the domain and no email is sent.",
      default: true,
      synonyms: ["mailgun", "region", "europe", "eu", "us", "api.eu.mailgun.net"],
    }),
  ],
};
