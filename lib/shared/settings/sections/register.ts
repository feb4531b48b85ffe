import { bitfield, boolean, number, section, stringList } from "../field";
import { asciiDomain } from "../kinds/items";
import type { Zod } from "../kinds/kind";

const domain = (z: Zod) =>
  z
    .string()
    .check(
      z.maxLength(253, "Use at most 253 characters."),
      z.regex(
        /^[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?(\.[\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u,
        "Enter a domain without @, http:// or a path, such as example.org.",
      ),
    );

export const register = section({
  id: "register",
  group: "people",
  title: "Registration",
  description: "Who can create an account, and what they need.",
  cards: [
    {
      title: "Who may register",
      fields: [
        boolean("register.disabled", {
          label: "Close registration",
          help: "Nobody can create an account. Existing accounts are not affected.",
          default: false,
        }),
        boolean("register.requireInvite", {
          label: "Require an invite to register",
          help: "Only people with an invite to a guild can register. This is the simplest protection against mass registration.",
          default: false,
        }),
        boolean("register.guestsRequireInvite", {
          label: "Require an invite for guests",
          help: "Guest accounts, which have neither email address nor password, can be created only with an invite to a guild.",
          default: true,
        }),
        boolean("register.requireCaptcha", {
          label: "Require a captcha to register",
          help: "People solve a captcha before their account is created. Needs captchas to be enabled under Security.",
          default: true,
        }),
        boolean("register.allowMultipleAccounts", {
          label: "Allow several accounts per client",
          help: "One client fingerprint may register more than one account. Turning this off slows down abuse, but also affects families and shared computers.",
          default: true,
        }),
        boolean("register.blockProxies", {
          label: "Block VPNs and proxies",
          help: "Refuses registrations from known proxies and VPNs, including people who use a VPN for good reasons. Needs the IP geolocation API key under Security.",
          default: true,
        }),
        boolean("register.allowNewRegistration", {
          label: "Allow new registrations",
          help: "The old switch for opening and closing registration.",
          default: true,
          deprecated: "Use “Close registration” (register.disabled) instead.",
        }),
      ],
    },
    {
      title: "Email address",
      fields: [
        boolean("register.email.required", {
          label: "Require an email address",
          help: "Nobody can register without an email address. An account without an email address cannot reset a forgotten password.",
          default: false,
        }),
        boolean("register.email.allowlist", {
          label: "Allow only listed email domains",
          help: "Uses the domain list as an allowlist: addresses at other domains are refused. If the list is empty, nobody can register with an email address.",
          default: false,
        }),
        boolean("register.email.blocklist", {
          label: "Block listed email domains",
          help: "Uses the domain list as a blocklist: addresses at these domains are refused, and all others are accepted.",
          default: true,
        }),
        stringList("register.email.domains", {
          label: "Email domain list",
          help: "Domains for the allowlist, or for the blocklist, such as disposable mail services. Existing accounts are not affected.",
          default: [],
          item: "domain",
          itemSchema: domain,
          formOf: asciiDomain,
          placeholder: "example.org",
        }),
      ],
    },
    {
      title: "Date of birth",
      fields: [
        boolean("register.dateOfBirth.required", {
          label: "Require a date of birth",
          help: "People enter their date of birth when they register. The date is not verified.",
          default: true,
        }),
        number("register.dateOfBirth.minimum", {
          label: "Minimum age",
          help: "Younger people cannot register. The law of your country may require a higher age.",
          default: 13,
          min: 0,
          max: 150,
          unit: "years",
        }),
      ],
    },
    {
      title: "Password rules",
      description: "These rules apply to new passwords. Existing passwords stay valid.",
      fields: [
        boolean("register.password.required", {
          label: "Require a password",
          help: "Nobody can register without a password. When off, people can create an account without a password and claim it later.",
          default: false,
        }),
        number("register.password.minLength", {
          label: "Minimum password length",
          help: "Shorter passwords are refused. A long password is better protection than any of the rules below.",
          default: 8,
          min: 1,
          max: 256,
          unit: "characters",
        }),
        number("register.password.minNumbers", {
          label: "Minimum digits in passwords",
          help: "Refuses new passwords that contain fewer digits than this.",
          default: 2,
          max: 64,
          unit: "digits",
        }),
        number("register.password.minUpperCase", {
          label: "Minimum capital letters in passwords",
          help: "Refuses new passwords that contain fewer uppercase letters than this.",
          default: 2,
          max: 64,
          unit: "letters",
        }),
        number("register.password.minSymbols", {
          label: "Minimum symbols in passwords",
          help: "Refuses new passwords that contain fewer symbols than this. A symbol is neither a letter nor a digit.",
          default: 0,
          max: 64,
          unit: "symbols",
        }),
      ],
    },
    {
      title: "New accounts",
      fields: [
        bitfield("register.defaultRights", {
          label: "Default rights",
          help: "What a new account may do on the whole instance, in every guild. Existing accounts keep their rights.",
          default: "875069521787904",
        }),
        boolean("register.incrementingDiscriminators", {
          label: "Assign discriminators in order",
          help: "Assigns the four digits after a username in ascending order. When off, they are random, which hides how many people share a name.",
          default: false,
        }),
      ],
    },
  ],
});
