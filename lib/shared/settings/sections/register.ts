import * as z from "zod/mini";
import { bitfield, boolean, number, section, stringList } from "../field";

const domain = z
  .string()
  .check(
    z.maxLength(253, "A domain has at most 253 characters."),
    z.regex(
      /^[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?(\.[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u,
      "Enter a domain without @, such as example.org.",
    ),
  );

export const register = section({
  id: "register",
  group: "people",
  title: "Registration",
  description: "Who may create an account, and what they have to give for it.",
  cards: [
    {
      title: "Who may register",
      fields: [
        boolean("register.disabled", {
          label: "Registration is closed",
          help: "Nobody can create an account. People who already have one are not affected.",
          default: false,
          synonyms: ["sign up", "signup", "open", "new accounts"],
        }),
        boolean("register.requireInvite", {
          label: "An invite is required",
          help: "Only somebody with an invite to a guild can register. This is the simplest protection against mass registrations.",
          default: false,
          synonyms: ["invitation", "sign up", "invite only"],
        }),
        boolean("register.guestsRequireInvite", {
          label: "Guests need an invite",
          help: "Guest accounts, which have neither e-mail address nor password, can only be created with an invite to a guild.",
          default: true,
          synonyms: ["guest", "unclaimed", "anonymous", "invitation"],
        }),
        boolean("register.requireCaptcha", {
          label: "A captcha is required",
          help: "People solve a captcha before their account is created. It has an effect only while captchas are on under Security.",
          default: true,
          synonyms: ["recaptcha", "hcaptcha", "robot", "bot protection"],
        }),
        boolean("register.allowMultipleAccounts", {
          label: "Several accounts per client are allowed",
          help: "One client fingerprint may register more than one account. Turning it off slows down abuse, but hits families and shared computers too.",
          default: true,
          synonyms: ["alt accounts", "fingerprint", "duplicate"],
        }),
        boolean("register.blockProxies", {
          label: "Proxies are refused",
          help: "Registrations that come through known proxies and anonymisers are turned away, which needs the API key for IP geolocation under Security. People who use a VPN for good reasons are refused as well.",
          default: true,
          synonyms: ["vpn", "tor", "anonymizer", "ip"],
        }),
        boolean("register.allowNewRegistration", {
          label: "New registrations are allowed",
          help: "The former switch for opening and closing registration.",
          default: true,
          deprecated: "Use “Registration is closed” (register.disabled) instead.",
          synonyms: ["sign up", "open"],
        }),
      ],
    },
    {
      title: "E-mail address",
      fields: [
        boolean("register.email.required", {
          label: "An e-mail address is required",
          help: "Nobody can register without an e-mail address. Without one, a forgotten password cannot be reset.",
          default: false,
          synonyms: ["mail", "mandatory"],
        }),
        boolean("register.email.allowlist", {
          label: "Only listed domains are accepted",
          help: "The domain list is an allowlist: addresses at any other domain are refused. With an empty list nobody can register with an e-mail address.",
          default: false,
          synonyms: ["whitelist", "mail", "allow"],
        }),
        boolean("register.email.blocklist", {
          label: "Listed domains are refused",
          help: "The domain list is a blocklist: addresses at these domains are turned away, all others are welcome.",
          default: true,
          synonyms: ["blacklist", "mail", "disposable", "deny"],
        }),
        stringList("register.email.domains", {
          label: "Domain list",
          help: "Domains that the allowlist or the blocklist applies to, such as those of throw-away mail services. Accounts that exist already are not affected.",
          default: [],
          item: "domain",
          itemSchema: domain,
          placeholder: "example.org",
          synonyms: ["allowlist", "blocklist", "whitelist", "blacklist", "mail", "disposable"],
        }),
      ],
    },
    {
      title: "Date of birth",
      fields: [
        boolean("register.dateOfBirth.required", {
          label: "A date of birth is required",
          help: "People enter their date of birth when they register. It is not verified.",
          default: true,
          synonyms: ["birthday", "age", "mandatory"],
        }),
        number("register.dateOfBirth.minimum", {
          label: "Minimum age",
          help: "Younger people cannot register. The law of your country may set a bound of its own.",
          default: 13,
          min: 0,
          max: 150,
          unit: "years",
          synonyms: ["birthday", "coppa", "gdpr", "children"],
        }),
      ],
    },
    {
      title: "Password rules",
      description: "They hold for new passwords; those in use stay valid.",
      fields: [
        boolean("register.password.required", {
          label: "A password is required",
          help: "Nobody can register without a password. While this is off, an account can be created without one and claimed later.",
          default: false,
          synonyms: ["mandatory", "unclaimed", "guest"],
        }),
        number("register.password.minLength", {
          label: "Minimum length",
          help: "Shorter passwords are refused. Length protects better than any of the rules below.",
          default: 8,
          min: 1,
          max: 256,
          unit: "characters",
          synonyms: ["password length", "strength", "complexity"],
        }),
        number("register.password.minNumbers", {
          label: "Minimum digits",
          help: "Passwords with fewer digits are refused.",
          default: 2,
          max: 64,
          unit: "digits",
          synonyms: ["password numbers", "strength", "complexity"],
        }),
        number("register.password.minUpperCase", {
          label: "Minimum capital letters",
          help: "Passwords with fewer capital letters are refused.",
          default: 2,
          max: 64,
          unit: "letters",
          synonyms: ["password uppercase", "strength", "complexity"],
        }),
        number("register.password.minSymbols", {
          label: "Minimum symbols",
          help: "Passwords with fewer characters that are neither letter nor digit are refused.",
          default: 0,
          max: 64,
          unit: "symbols",
          synonyms: ["password special characters", "strength", "complexity"],
        }),
      ],
    },
    {
      title: "New accounts",
      fields: [
        bitfield("register.defaultRights", {
          label: "Default rights",
          help: "What a new account may do on the whole instance, in every guild. A change holds for accounts that register from then on.",
          default: "875069521787904",
          bits: "rights",
          synonyms: ["permissions", "operator", "bitfield", "flags"],
        }),
        boolean("register.incrementingDiscriminators", {
          label: "Discriminators count up",
          help: "The four digits after a user name are given out in order. While this is off they are random, which hides how many people share a name.",
          default: false,
          synonyms: ["tag", "four digits", "#0001", "username"],
        }),
      ],
    },
  ],
});
