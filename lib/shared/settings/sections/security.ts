import { boolean, choice, duration, matching, number, secret, section, text } from "../field";
import { trustedProxies } from "../trusted-proxies";
import type { Zod } from "../kinds/kind";

/** If the secret is shorter than 32 bytes, the instance API accepts no tokens (docs/instance-api.md). */
const signingSecret = (z: Zod) =>
  z.string().check(
    z.maxLength(4096, "Use at most 4,096 characters."),
    z.refine(
      (value) => new TextEncoder().encode(value).length >= 32,
      "Use at least 32 characters, or generate one.",
    ),
  );

const headerName = matching(
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/,
  "Enter the name of one HTTP header, such as X-Forwarded-For.",
);

export const security = section({
  id: "security",
  group: "people",
  title: "Security",
  description: "Signing keys, captchas, two-factor sign-in and trusted proxies.",
  cards: [
    {
      title: "Signing keys",
      fields: [
        secret("security.jwtSecret", {
          label: "Token signing key",
          help: "Signs the tokens of users and bots. Anyone with this key can act as any user.",
          default: null,
          defaultNote: "Generated at first start",
          schema: signingSecret,
          generateBytes: 64,
          replacing: "Signs everybody out, and every bot needs a new token.",
        }),
        secret("security.requestSignature", {
          label: "Request signing key",
          help: "Signs the requests of the API to the CDN and the image proxy. All three need the same key.",
          default: null,
          sentTo: ["cdn.endpointPrivate"],
          defaultNote: "Generated at first start",
          generateBytes: 64,
          replacing:
            "Uploads and proxied images fail until the CDN and the image proxy use the new key. Existing image links stop working.",
        }),
        duration("security.defaultRegistrationTokenExpiration", {
          label: "Registration token lifetime",
          help: "How long a registration token stays valid, unless it was created with its own lifetime.",
          default: 604_800_000,
          fileUnit: "ms",
          min: 1000,
          max: 31_536_000_000,
        }),
      ],
    },
    {
      title: "Captcha",
      description:
        "After you enable captchas, Registration, Sign-in and Password reset each decide whether to require one.",
      fields: [
        boolean("security.captcha.enabled", {
          label: "Enable captchas",
          help: "Makes captchas available, once the service and both keys below are set. Turn them on for registration, sign-in or password reset.",
          default: false,
        }),
        choice("security.captcha.service", {
          label: "Captcha service",
          help: "Creates and checks the captchas. The service sees the IP address of everybody who solves one.",
          default: null,
          options: [
            { value: "captchaService1", label: "reCAPTCHA" },
            { value: "captchaService2", label: "hCaptcha" },
          ],
        }),
        text("security.captcha.sitekey", {
          label: "Captcha site key",
          help: "The public key of your site at the service. Clients need it to show the captcha.",
          default: null,
          maxLength: 200,
        }),
        secret("security.captcha.secret", {
          label: "Captcha secret key",
          help: "The private key of your site at the service. The instance uses it to check answers.",
          default: null,
        }),
      ],
    },
    {
      title: "Two-factor sign-in",
      fields: [
        boolean("security.twoFactor.generateBackupCodes", {
          label: "Generate backup codes",
          help: "People who turn on two-factor sign-in get backup codes in case they lose their device. Without codes, an operator has to help them.",
          default: true,
        }),
        number("security.mfaBackupCodeCount", {
          label: "Backup codes per person",
          help: "How many codes a person gets at a time. Each code works once.",
          default: 10,
          min: 1,
          max: 100,
          unit: "codes",
        }),
      ],
    },
    {
      title: "Reverse proxy",
      description:
        "Behind a proxy, every request appears to come from the proxy. These two settings identify the real client.",
      fields: [
        text("security.forwardedFor", {
          label: "Client address header",
          help: "The HTTP header that contains the client's IP address. Without it, everybody behind the proxy shares one limit.",
          default: null,
          schema: headerName,
          ownersOnly: true,
          maxLength: 100,
          placeholder: "X-Forwarded-For",
        }),
        text("security.trustedProxies", {
          label: "Trusted proxies",
          help: "IP addresses and ranges of your proxies, separated by commas, or loopback, linklocal and uniquelocal for private ranges. A trusted proxy can claim any client address.",
          default: null,
          schema: trustedProxies,
          ownersOnly: true,
          maxLength: 4000,
          placeholder: "loopback, 10.0.0.0/8",
        }),
      ],
    },
    {
      title: "Geolocation and statistics",
      fields: [
        secret("security.geoipApiKey", {
          label: "IP geolocation API key (ipdata)",
          help: "Looks up the location of an IP address and whether it is a proxy, for voice regions and registration. Every lookup sends an address to the service.",
          default: null,
          defaultNote: "Built in",
        }),
        boolean("security.statsWorldReadable", {
          label: "Publish statistics",
          help: "Anybody can see how many users, guilds and messages the instance has. When off, people need the right to view statistics.",
          default: true,
        }),
        boolean("security.autoUpdate", {
          label: "Update packages daily",
          help: "Meant to update the packages of the instance once a day. Unused, so a change has no effect.",
          default: true,
          unused: true,
        }),
      ],
    },
  ],
});
