import type { Field } from "../../field";

type NeverRead = Partial<Pick<Field, "unused" | "instead" | "generated" | "help">>;

const nothing = "There is no replacement.";

/** What to use instead of the settings that the server never reads. */
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
 * Marks the settings that the server never reads as unused. Removes the mark from the one setting that the
 * specification calls unused but this server reads.
 */
export const neverRead: Readonly<Record<string, NeverRead>> = {
  ...Object.fromEntries(
    Object.entries(instead).map(([path, words]) => [path, { unused: true as const, instead: words }]),
  ),
  // The server writes its built-in key into the file, so a value does not show that somebody set it.
  "gif.apiKey": { unused: true, instead: instead["gif.apiKey"], generated: true },
  "guild.discovery.offset": {
    unused: undefined,
    help: "How many guilds the first page of discovery skips.",
  },
};
