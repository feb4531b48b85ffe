/**
 * The types of the settings that editions add and that code reads, by neutral path. `types.ts` adds their paths to
 * `SettingPath`. A test compares this table with the data.
 */
export interface FurtherValues {
  "email.smtp.starttls": boolean;
  "email.smtp.allowInsecure": boolean;
  "email.emailApi1.username": string | null;
  "email.emailApi1.isEuropean": boolean;
  "guild.autoJoin.guilds": readonly string[];
  "register.enableAbuseIpDb": boolean;
  "register.blockAbuseIpDbAboveScore": number;
  "register.enableIpData": boolean;
  "register.blockIpDataCoThreatTypes": readonly string[];
  "register.blockAsnTypes": readonly string[];
  "register.blockAsns": readonly string[];
  "security.abuseIpDbApiKey": string | null;
  "user.blockedContains": readonly string[];
  "user.blockedEquals": readonly string[];
  "integrations.gifs.klipy.enabled": boolean;
  "integrations.gifs.klipy.apiKey": string | null;
  "integrations.gifs.klipy.apiKeyPath": string | null;
}
