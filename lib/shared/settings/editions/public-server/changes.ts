import { bitsOf } from "../../../chat/bits";
import { lazily } from "../../../lazily";
import type { Changes } from "../edition";
import type { Zod } from "../../kinds/kind";
import type { Field } from "../../field";
import { addressChanges } from "./addresses";
import { fromFile, mergedLists, MOST_RIGHTS } from "./built-in";

type NeverRead = Partial<Pick<Field, "unused" | "instead" | "generated" | "help">>;

const nothing = "There is no replacement.";

const instead: Readonly<Record<string, string>> = {
  "limits.guild.maxChannels": nothing,
  "limits.guild.maxChannelsInCategory": nothing,
  "limits.message.maxTTSCharacters": nothing,
  "limits.message.maxReactions": nothing,
  "security.twoFactor.generateBackupCodes": nothing,
  "security.autoUpdate": "Update the instance the way it was installed.",
  "register.email.allowlist": "Any email domain can register. Require an invite or a captcha instead.",
  "register.email.blocklist": "Any email domain can register. Require an invite or a captcha instead.",
  "register.email.domains": "Any email domain can register. Require an invite or a captcha instead.",
  "register.password.minNumbers": "Raise the minimum password length instead.",
  "register.password.minUpperCase": "Raise the minimum password length instead.",
  "register.password.minSymbols": "Raise the minimum password length instead.",
  "register.blockProxies": "Use the refused threat types under Abuse protection instead.",
  "templates.allowTemplateCreation": nothing,
  "guild.discovery.useRecommendation": nothing,
  "gif.enabled": "Use “Search GIFs with Klipy” instead.",
  "gif.provider": "Klipy answers every search, including searches for Tenor.",
  "gif.apiKey": "Use the Klipy API key instead.",
  "api.endpointPrivate": nothing,
  "gateway.endpointPrivate": nothing,
  "errorTracking.enabled": nothing,
  "errorTracking.endpoint": nothing,
  "errorTracking.traceSampleRate": nothing,
  "errorTracking.environment": nothing,
  "metrics.timeout": nothing,
};

/**
 * Marks settings as unused if the server never reads them. Removes this mark from one setting that the
 * specification calls unused, because this server reads it.
 */
const neverRead: Readonly<Record<string, NeverRead>> = {
  ...Object.fromEntries(
    Object.entries(instead).map(([path, words]) => [path, { unused: true as const, instead: words }]),
  ),
  // The server writes its built-in key into the file, so a value does not mean that somebody set it.
  "gif.apiKey": { unused: true, instead: instead["gif.apiKey"], generated: true },
  "guild.discovery.offset": {
    unused: undefined,
    help: "How many guilds the first page of discovery skips.",
  },
};

const isRights = (text: string): boolean => {
  const bits = bitsOf(text);
  return bits !== null && bits.toString() === text && bits <= MOST_RIGHTS;
};

const generated = { generated: true, defaultNote: "Generated at first start" } as const;

export const changes: Changes = {
  ...neverRead,
  ...addressChanges,
  "general.instanceName": { default: "Spacebar Instance", defaultNote: undefined },
  "general.instanceDescription": {
    default: "This is a Spacebar instance made in the pre-release days",
    defaultNote: undefined,
  },
  "general.instanceId": generated,
  "regions.default": { default: "spacebar", defaultNote: undefined },
  "register.defaultRights": {
    schema: lazily((z: Zod) =>
      z.string().check(z.refine(isRights, `Enter a whole number from 0 to ${MOST_RIGHTS}.`)),
    ),
  },
  "api.activeVersions": {
    default: mergedLists["api.activeVersions"],
    help: "The versions that the instance announces to clients. The instance also answers requests to other versions.",
  },
  "security.jwtSecret": {
    help: "Tokens signed with this key are valid only as long as the key is set. The instance signs new tokens with its own ES512 keys.",
    defaultNote: undefined,
    replacing: "Tokens signed with the old key stop working.",
    ...fromFile("LEGACY_JWT_SECRET_PATH"),
  },
  "security.requestSignature": { ...generated, ...fromFile("REQUEST_SIGNATURE_PATH") },
  "security.geoipApiKey": { ...fromFile(), defaultNote: undefined },
  "security.captcha.sitekey": fromFile(),
  "security.captcha.secret": fromFile("CAPTCHA_SECRET_KEY_PATH"),
  "email.smtp.password": fromFile("SMTP_PASSWORD_PATH"),
  "email.emailApi1.apiKey": fromFile(),
  "email.emailApi2.apiKey": fromFile("MAILJET_API_KEY_PATH"),
  "email.emailApi2.apiSecret": fromFile("MAILJET_API_SECRET_PATH"),
  "email.emailApi3.apiKey": fromFile(),
  "broker.host": {
    environment:
      "The instance's environment variable RABBITMQ_HOST overrides this value, and the instance writes it here.",
    variable: "RABBITMQ_HOST",
  },
};
