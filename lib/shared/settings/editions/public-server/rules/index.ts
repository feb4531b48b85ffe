import type { Rule } from "../../../rules/rule";
import { defineRule, labelOf, neededForStart, set, unusedInUse, urlOf, fixBy } from "../../../rules/rule";
import { rightsOf } from "../../../rules/registration";
import { specifiedRules } from "../../specification/rules";
import { registry } from "../registry";
import { startNeeds } from "../addresses";
import { bitsOf } from "../../../../chat/bits";
import { mergedLists, MOST_RIGHTS } from "../built-in";
import { listRule } from "./lists";

const placeOf = ({ protocol, hostname, port }: URL): string =>
  `${hostname}:${port || (protocol === "wss:" ? "443" : "80")}`;

/** The endpoint may lack a protocol. */
function isAt(endpoint: string, gateway: URL): boolean {
  const url = urlOf(/^wss?:\/\//i.test(endpoint) ? endpoint : `${gateway.protocol}//${endpoint}`);
  return url !== null && placeOf(url) === placeOf(gateway);
}

const needed = ["general.serverName", ...startNeeds] as const;

const SUBMISSION = 587;

const ownRules: readonly Rule[] = [
  neededForStart("error", needed, (path) =>
    path === "general.serverName"
      ? "Server name is not set. Clients need it to find every other address. Enter the server name."
      : `${labelOf(path)} is not set, and the instance exits at startup without it. Enter an address.`,
  ),
  defineRule({
    id: "api-address-with-path",
    severity: "warning",
    reads: ["api.endpointPublic"],
    check: ({ get }) => {
      const url = urlOf(get("api.endpointPublic"));
      if (url === null || `${url.pathname}${url.search}${url.hash}` === "/") return false;
      const announced = `${url.href.replace(/\/$/, "")}/api/`;
      return {
        paths: ["api.endpointPublic"],
        message: `The API public address has a path. The instance appends /api itself and announces ${announced} to clients. Unless a proxy forwards that address to the API, clients get no response. Enter the address without a path.`,
        fix: fixBy(`Use ${url.origin}`, set("api.endpointPublic", url.origin)),
      };
    },
  }),
  defineRule({
    id: "voice-endpoint-is-gateway",
    severity: "warning",
    reads: ["regions.available", "gateway.endpointPublic"],
    check: ({ get }) => {
      const gateway = urlOf(get("gateway.endpointPublic"));
      const region = gateway && get("regions.available").find(({ endpoint }) => isAt(endpoint, gateway));
      if (!region) return false;
      return {
        paths: ["regions.available", "gateway.endpointPublic"],
        message: `The voice region ${region.id} has the address of the main gateway, ${gateway.host}, so calls in it never connect. Enter the address of its voice server.`,
      };
    },
  }),
  listRule({ mergedLists, registry }),
  defineRule({
    id: "starttls-never-used",
    severity: "warning",
    reads: ["email.provider", "email.smtp.port", "email.smtp.secure", "email.smtp.starttls"],
    check: ({ get }) => {
      const isUsed = get("email.provider") === "smtp" && get("email.smtp.port") === SUBMISSION;
      if (!isUsed || get("email.smtp.secure") === true || get("email.smtp.starttls")) return false;
      return {
        paths: ["email.smtp.starttls", "email.smtp.port", "email.smtp.secure"],
        message: `The mail server is reached on port ${SUBMISSION}, but STARTTLS is off, and the instance never uses it on its own. Most mail servers refuse such connections, so email is not sent, or is sent unencrypted. Require STARTTLS.`,
        fix: fixBy("Require STARTTLS", set("email.smtp.starttls", true)),
      };
    },
  }),
  defineRule({
    id: "mailgun-username-missing",
    severity: "error",
    reads: ["email.provider", "email.emailApi1.username"],
    check: ({ get, has }) =>
      get("email.provider") === "emailApi1" &&
      !has("email.emailApi1.username") && {
        paths: ["email.emailApi1.username", "email.provider"],
        message:
          "Email is sent through Mailgun, but the Mailgun username is not set, so the instance cannot send email. Enter the username, usually “api”.",
        fix: fixBy("Use “api”", set("email.emailApi1.username", "api")),
      },
  }),
  defineRule({
    id: "rights-too-many",
    severity: "error",
    reads: ["register.defaultRights"],
    check: ({ get }) => {
      const bits = bitsOf(get("register.defaultRights"));
      if (bits === null || bits <= MOST_RIGHTS) return false;
      return {
        paths: ["register.defaultRights"],
        message: `The value of the default rights is too large for the instance's database (at most ${MOST_RIGHTS}), so every registration fails. Remove the highest bit.`,
        fix: fixBy("Remove the highest bit", rightsOf(bits & MOST_RIGHTS)),
      };
    },
  }),
  defineRule({
    id: "auto-join-nowhere",
    severity: "warning",
    reads: ["guild.autoJoin.enabled", "guild.autoJoin.guilds"],
    check: ({ get }) =>
      get("guild.autoJoin.enabled") &&
      get("guild.autoJoin.guilds").length === 0 && {
        paths: ["guild.autoJoin.guilds", "guild.autoJoin.enabled"],
        message:
          "New users should join the auto-join guilds, but none is listed. New users join no guild, and the instance rewrites this file whenever a guild is created. List guilds, or turn auto-join off.",
        fix: fixBy("Turn auto-join off", set("guild.autoJoin.enabled", false)),
      },
  }),
  defineRule({
    id: "abuse-key-missing",
    severity: "warning",
    reads: ["register.enableAbuseIpDb", "security.abuseIpDbApiKey"],
    check: ({ get, has }) =>
      get("register.enableAbuseIpDb") &&
      !has("security.abuseIpDbApiKey") && {
        paths: ["security.abuseIpDbApiKey", "register.enableAbuseIpDb"],
        message:
          "AbuseIPDB checks are on, but the AbuseIPDB API key is not set, so every check fails. Enter the key, or turn the checks off.",
        fix: fixBy("Turn off AbuseIPDB checks", set("register.enableAbuseIpDb", false)),
      },
  }),
  defineRule({
    id: "abuse-score-zero",
    severity: "warning",
    reads: ["register.enableAbuseIpDb", "register.blockAbuseIpDbAboveScore"],
    check: ({ get }) =>
      get("register.enableAbuseIpDb") &&
      get("register.blockAbuseIpDbAboveScore") === 0 && {
        paths: ["register.blockAbuseIpDbAboveScore", "register.enableAbuseIpDb"],
        message:
          "The lowest refused AbuseIPDB score is 0. A score of 0 is meant to refuse nobody, but every address has a score of at least 0, so everybody may be refused. Use a higher score, or turn off AbuseIPDB checks.",
        fix: fixBy("Use 75", set("register.blockAbuseIpDbAboveScore", 75)),
      },
  }),
  defineRule({
    id: "ipdata-key-missing",
    severity: "warning",
    reads: ["register.enableIpData", "security.geoipApiKey"],
    check: ({ get, has }) =>
      get("register.enableIpData") &&
      !has("security.geoipApiKey") && {
        paths: ["security.geoipApiKey", "register.enableIpData"],
        message:
          "ipdata checks are on, but the ipdata API key is not set, so every check fails. Enter the key under Security, or turn the checks off.",
        fix: fixBy("Turn off ipdata checks", set("register.enableIpData", false)),
      },
  }),
  defineRule({
    id: "klipy-key-missing",
    severity: "warning",
    reads: [
      "integrations.gifs.klipy.enabled",
      "integrations.gifs.klipy.apiKey",
      "integrations.gifs.klipy.apiKeyPath",
    ],
    check: ({ get, has }) =>
      get("integrations.gifs.klipy.enabled") &&
      !has("integrations.gifs.klipy.apiKey") &&
      !has("integrations.gifs.klipy.apiKeyPath") && {
        paths: ["integrations.gifs.klipy.apiKey", "integrations.gifs.klipy.enabled"],
        message:
          "GIF search with Klipy is on, but neither an API key nor a key file is set, so every search fails. Enter the key, or turn GIF search off.",
        fix: fixBy("Turn GIF search off", set("integrations.gifs.klipy.enabled", false)),
      },
  }),
];

/**
 * Rules of the specification that do not apply to this server. The server also answers requests to inactive
 * API versions. A more exact rule checks the settings that the server needs at startup.
 */
const untrue = new Set(["default-version-inactive", "needed-for-start"]);

/** Rules that read unused settings are omitted, because values of such settings have no effect. */
const readsUnused = ({ reads }: Rule) => reads.some((path) => registry.fieldAt(path)?.unused);

export const rules: readonly Rule[] = [
  ...specifiedRules.filter((rule) => !untrue.has(rule.id) && !readsUnused(rule)),
  ...ownRules,
  unusedInUse(registry),
];
