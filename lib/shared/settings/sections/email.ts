import { boolean, choice, email as emailAddress, number, secret, section, text, trimmed } from "../field";

const host = trimmed(
  /^(\[[\da-f:.]+\]|[\p{L}\p{N}]([\p{L}\p{N}.-]*[\p{L}\p{N}])?)$/iu,
  "Enter a host name or an IP address without a port, such as smtp.example.org.",
);

const sendingDomain = trimmed(
  /^[\p{L}\p{N}]([\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u,
  "Enter a domain, such as mg.example.org.",
);

export const email = section({
  id: "email",
  group: "delivery",
  title: "Email",
  description: "How the instance sends email, such as address verification and password resets.",
  cards: [
    {
      title: "Sending",
      fields: [
        choice("email.provider", {
          label: "Mail provider",
          help: "Sends all email of the instance. If not set, nobody can verify an address or reset a password.",
          default: null,
          options: [
            { value: "smtp", label: "SMTP", help: "Your own mail server, or any provider's." },
            { value: "emailApi1", label: "Mailgun" },
            { value: "emailApi2", label: "Mailjet" },
            { value: "emailApi3", label: "SendGrid" },
          ],
        }),
        emailAddress("email.senderAddress", {
          label: "Sender address",
          help: "The address that email comes from. If not set, the contact email under General is used.",
          default: null,
        }),
      ],
    },
    {
      title: "SMTP",
      shownWhen: { path: "email.provider", is: ["smtp"] },
      fields: [
        text("email.smtp.host", {
          label: "SMTP host",
          help: "Host name or IP address of the mail server.",
          default: null,
          schema: host,
          maxLength: 253,
          placeholder: "smtp.example.org",
        }),
        number("email.smtp.port", {
          label: "SMTP port",
          help: "Usually 465 when connecting with TLS, or 587 with STARTTLS.",
          default: null,
          min: 1,
          max: 65535,
        }),
        boolean("email.smtp.secure", {
          label: "Connect with TLS",
          help: "Turn on for port 465, off for port 587, which switches to TLS later (STARTTLS). If this is wrong or not set, no email is sent.",
          default: null,
        }),
        text("email.smtp.username", {
          label: "SMTP username",
          help: "The account on the mail server, often a full email address.",
          default: null,
          maxLength: 320,
        }),
        secret("email.smtp.password", {
          label: "SMTP password",
          help: "The password of that account. Many providers require a separate password for sending.",
          default: null,
        }),
      ],
    },
    {
      title: "Mailgun",
      shownWhen: { path: "email.provider", is: ["emailApi1"] },
      fields: [
        secret("email.emailApi1.apiKey", {
          label: "Mailgun API key",
          help: "Authorizes the instance to send through Mailgun. A sending key for one domain is sufficient.",
          default: null,
        }),
        text("email.emailApi1.domain", {
          label: "Mailgun domain",
          help: "The sending domain that you have set up at Mailgun.",
          default: null,
          schema: sendingDomain,
          maxLength: 253,
          placeholder: "mg.example.org",
        }),
      ],
    },
    {
      title: "Mailjet",
      shownWhen: { path: "email.provider", is: ["emailApi2"] },
      fields: [
        secret("email.emailApi2.apiKey", {
          label: "Mailjet API key",
          help: "The first half of the key pair that authorizes the instance at Mailjet.",
          default: null,
        }),
        secret("email.emailApi2.apiSecret", {
          label: "Mailjet secret key",
          help: "The second half of the key pair. Mailjet shows it only once, when you create the pair.",
          default: null,
        }),
      ],
    },
    {
      title: "SendGrid",
      shownWhen: { path: "email.provider", is: ["emailApi3"] },
      fields: [
        secret("email.emailApi3.apiKey", {
          label: "SendGrid API key",
          help: "Authorizes the instance to send through SendGrid. The key only needs permission to send mail.",
          default: null,
        }),
      ],
    },
  ],
});
