import { boolean } from "../../../field";

export const emailFields = {
  "email.smtp.secure": [
    boolean("email.smtp.starttls", {
      label: "Require STARTTLS",
      help: "Encrypts the connection after the greeting, as mail servers on port 587 want it. While this is off, the instance never uses STARTTLS, even where the mail server offers it.",
      default: false,
      synonyms: ["tls", "ssl", "encryption", "587", "mail server"],
    }),
    boolean("email.smtp.allowInsecure", {
      label: "Accept any certificate",
      help: "The mail server's certificate is not checked, so whoever sits between can read the password and every email. Only for a mail server on your own network.",
      default: false,
      synonyms: ["self-signed", "tls", "ssl", "rejectUnauthorized", "insecure", "mail server"],
    }),
  ],
};
