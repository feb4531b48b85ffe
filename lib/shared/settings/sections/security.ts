import * as z from "zod/mini";
import { boolean, choice, duration, number, secret, section, text } from "../field";
import { trustedProxies } from "../trusted-proxies";

/** Shorter than 32 bytes, the instance API accepts no token at all (docs/instance-api.md). */
const signingSecret = z.string().check(
  z.maxLength(4096, "Use at most 4,096 characters."),
  z.refine(
    (value) => new TextEncoder().encode(value).length >= 32,
    "Use at least 32 characters, or generate one.",
  ),
);

const headerName = z
  .string()
  .check(
    z.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, "Enter the name of one HTTP header, such as X-Forwarded-For."),
  );

export const security = section({
  id: "security",
  group: "people",
  title: "Security",
  description: "Signing keys, captchas, two-factor login, and which proxy may say who the caller is.",
  cards: [
    {
      title: "Signing keys",
      fields: [
        secret("security.jwtSecret", {
          label: "Token secret",
          help: "The key with which the tokens of users and bots are signed. Whoever has it can act as any user.",
          default: null,
          defaultNote: "Generated, random",
          schema: signingSecret,
          generateBytes: 64,
          replacing: "Everybody is signed out, and every bot needs a new token.",
          synonyms: ["jwt", "login tokens", "session", "signing key"],
        }),
        secret("security.requestSignature", {
          label: "Request signature",
          help: "The key with which the API signs its requests to the CDN and the image proxy. API, CDN and proxy need the same one.",
          default: null,
          defaultNote: "Generated, random",
          generateBytes: 64,
          replacing:
            "Uploads and proxied pictures fail until the CDN and the image proxy use the new key too; picture links made before stop working.",
          synonyms: ["cdn", "imagor", "image proxy", "hmac", "signing key"],
        }),
        duration("security.defaultRegistrationTokenExpiration", {
          label: "Life of a registration token",
          help: "How long a token that lets somebody register can be used, unless it was made with a time of its own.",
          default: 604_800_000,
          fileUnit: "ms",
          min: 1000,
          max: 31_536_000_000,
          synonyms: ["expiry", "invite token", "validity"],
        }),
      ],
    },
    {
      title: "Captcha",
      description:
        "Turning captchas on does not ask anybody for one yet: Registration, Login and Password reset each say whether they need it.",
      fields: [
        boolean("security.captcha.enabled", {
          label: "Captchas are on",
          help: "The instance can ask for captchas. It needs the service, the site key and the secret below.",
          default: false,
          synonyms: ["recaptcha", "hcaptcha", "robot", "spam"],
        }),
        choice("security.captcha.service", {
          label: "Service",
          help: "Who makes and checks the captchas. The service sees the address of everybody who solves one.",
          default: null,
          options: [
            { value: "captchaService1", label: "reCAPTCHA" },
            { value: "captchaService2", label: "hCaptcha" },
          ],
          synonyms: ["recaptcha", "hcaptcha", "provider"],
        }),
        text("security.captcha.sitekey", {
          label: "Site key",
          help: "The public key of your site at the service. Clients need it to show the captcha.",
          default: null,
          maxLength: 200,
          synonyms: ["captcha key", "public key"],
        }),
        secret("security.captcha.secret", {
          label: "Secret key",
          help: "The private key of your site at the service, with which the instance checks an answer.",
          default: null,
          synonyms: ["captcha key", "private key", "credentials"],
        }),
      ],
    },
    {
      title: "Two-factor login",
      fields: [
        boolean("security.twoFactor.generateBackupCodes", {
          label: "Backup codes are made",
          help: "People who turn on two-factor login get codes for the day they lose their device. Without codes an operator has to help them.",
          default: true,
          synonyms: ["mfa", "2fa", "totp", "recovery codes"],
        }),
        number("security.mfaBackupCodeCount", {
          label: "Number of backup codes",
          help: "How many codes a person gets at a time. Each can be used once.",
          default: 10,
          min: 1,
          max: 100,
          unit: "codes",
          synonyms: ["mfa", "2fa", "totp", "recovery codes"],
        }),
      ],
    },
    {
      title: "Reverse proxy",
      description:
        "Behind a proxy every request seems to come from the proxy. These two settings tell who really called.",
      fields: [
        text("security.forwardedFor", {
          label: "Header with the caller's address",
          help: "The HTTP header in which your proxy passes the caller's IP address on. It is believed only from trusted proxies; without it, limits per IP address count the proxy.",
          default: null,
          schema: headerName,
          maxLength: 100,
          placeholder: "X-Forwarded-For",
          synonyms: ["x-forwarded-for", "real ip", "cf-connecting-ip", "nginx", "client ip"],
        }),
        text("security.trustedProxies", {
          label: "Trusted proxies",
          help: "IP addresses and ranges of your proxies, separated by commas; the words loopback, linklocal and uniquelocal stand for the usual private ranges. Whoever is listed can claim any address as the caller's.",
          default: null,
          schema: trustedProxies,
          maxLength: 4000,
          placeholder: "loopback, 10.0.0.0/8",
          synonyms: ["cidr", "subnet", "reverse proxy", "nginx", "load balancer", "trust proxy"],
        }),
      ],
    },
    {
      title: "Addresses and statistics",
      fields: [
        secret("security.geoipApiKey", {
          label: "API key for IP geolocation (ipdata)",
          help: "Used to find where an address is and whether it is a proxy, for voice regions and for refusing proxies. Every such look-up sends an address to the service.",
          default: null,
          defaultNote: "Built into the instance",
          synonyms: ["ipdata", "geoip", "proxy detection", "vpn", "ipdataApiKey"],
        }),
        boolean("security.statsWorldReadable", {
          label: "Statistics are public",
          help: "Anybody can read how many users, guilds and messages the instance has. While this is off, the right to view statistics is needed.",
          default: true,
          synonyms: ["stats", "counts", "metrics"],
        }),
        boolean("security.autoUpdate", {
          label: "Packages are updated daily",
          help: "Meant to update the instance's packages once a day. The instance does not read it, so a change has no effect.",
          default: true,
          unused: true,
          synonyms: ["upgrade", "update"],
        }),
      ],
    },
  ],
});
