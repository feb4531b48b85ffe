import * as z from "zod/mini";
import { boolean, choice, email as emailAddress, number, secret, section, text } from "../field";

const host = z
  .string()
  .check(
    z.trim(),
    z.regex(
      /^(\[[\da-f:.]+\]|[\p{L}\p{N}]([\p{L}\p{N}.-]*[\p{L}\p{N}])?)$/iu,
      "Enter a host name or an IP address without port, such as smtp.example.org.",
    ),
  );

const sendingDomain = z
  .string()
  .check(
    z.trim(),
    z.regex(/^[\p{L}\p{N}]([\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u, "Enter a domain, such as mg.example.org."),
  );

export const email = section({
  id: "email",
  group: "delivery",
  title: "E-mail",
  description: "How the instance sends e-mail: verification of addresses, and forgotten passwords.",
  cards: [
    {
      title: "Sending",
      fields: [
        choice("email.provider", {
          label: "Sent through",
          help: "What carries the e-mails. While nothing is chosen none are sent, so addresses cannot be verified and passwords cannot be reset.",
          default: null,
          options: [
            { value: "smtp", label: "SMTP", help: "A mail server of your own, or of any provider." },
            { value: "emailApi1", label: "Mailgun" },
            { value: "emailApi2", label: "Mailjet" },
            { value: "emailApi3", label: "SendGrid" },
          ],
          synonyms: ["mail", "transport", "mailgun", "mailjet", "sendgrid", "smtp"],
        }),
        emailAddress("email.senderAddress", {
          label: "Sender address",
          help: "The address that e-mails come from. While it is not set, the contact e-mail address under General is used.",
          default: null,
          synonyms: ["from", "mail", "no-reply"],
        }),
      ],
    },
    {
      title: "SMTP",
      shownWhen: { path: "email.provider", is: ["smtp"] },
      fields: [
        text("email.smtp.host", {
          label: "Host",
          help: "Host name or address of the mail server.",
          default: null,
          schema: host,
          maxLength: 253,
          placeholder: "smtp.example.org",
          synonyms: ["mail server", "smtp server"],
        }),
        number("email.smtp.port", {
          label: "Port",
          help: "Usually 465 with TLS from the start, or 587 where TLS begins after the greeting.",
          default: null,
          min: 1,
          max: 65535,
          synonyms: ["mail server", "465", "587", "25"],
        }),
        boolean("email.smtp.secure", {
          label: "TLS from the start",
          help: "The connection is encrypted before the first word. Choose on for port 465 and off for 587; with the wrong choice, or with none, no e-mail leaves.",
          default: null,
          synonyms: ["ssl", "encryption", "starttls", "mail server"],
        }),
        text("email.smtp.username", {
          label: "User name",
          help: "The account at the mail server, often a whole e-mail address.",
          default: null,
          maxLength: 320,
          synonyms: ["login", "mail server", "credentials"],
        }),
        secret("email.smtp.password", {
          label: "Password",
          help: "The password of that account. Many providers want one made for applications instead of the one you sign in with.",
          default: null,
          synonyms: ["smtp password", "mail server", "credentials"],
        }),
      ],
    },
    {
      title: "Mailgun",
      shownWhen: { path: "email.provider", is: ["emailApi1"] },
      fields: [
        secret("email.emailApi1.apiKey", {
          label: "Mailgun API key",
          help: "The key with which the instance asks Mailgun to send. A sending key for one domain is enough.",
          default: null,
          synonyms: ["mailgun", "token", "credentials"],
        }),
        text("email.emailApi1.domain", {
          label: "Mailgun domain",
          help: "The domain that you have set up at Mailgun for sending.",
          default: null,
          schema: sendingDomain,
          maxLength: 253,
          placeholder: "mg.example.org",
          synonyms: ["mailgun", "sending domain"],
        }),
      ],
    },
    {
      title: "Mailjet",
      shownWhen: { path: "email.provider", is: ["emailApi2"] },
      fields: [
        secret("email.emailApi2.apiKey", {
          label: "Mailjet API key",
          help: "The first half of the pair with which the instance signs in to Mailjet.",
          default: null,
          synonyms: ["mailjet", "token", "credentials"],
        }),
        secret("email.emailApi2.apiSecret", {
          label: "Mailjet secret key",
          help: "The second half of the pair. Mailjet shows it only once, when the pair is made.",
          default: null,
          synonyms: ["mailjet", "token", "credentials", "apiSecret"],
        }),
      ],
    },
    {
      title: "SendGrid",
      shownWhen: { path: "email.provider", is: ["emailApi3"] },
      fields: [
        secret("email.emailApi3.apiKey", {
          label: "SendGrid API key",
          help: "The key with which the instance asks SendGrid to send. It needs the permission to send mail and no other.",
          default: null,
          synonyms: ["sendgrid", "token", "credentials"],
        }),
      ],
    },
  ],
});
