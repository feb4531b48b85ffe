import { bitsOf } from "@/lib/shared/chat/bits";
import { defineRule, type Rule, set } from "../../../rules/rule";
import { MOST_RIGHTS } from "../rights";

export const peopleRules: readonly Rule[] = [
  defineRule({
    id: "rights-too-many",
    severity: "error",
    reads: ["register.defaultRights"],
    check: ({ get }) => {
      const bits = bitsOf(get("register.defaultRights"));
      if (bits === null || bits <= MOST_RIGHTS) return [];
      return [
        {
          paths: ["register.defaultRights"],
          message: `The default rights are more than the database of the instance can hold (${MOST_RIGHTS}), so every registration fails. Remove the highest bit.`,
          fix: {
            label: "Remove the highest bit",
            operations: [set("register.defaultRights", String(bits & MOST_RIGHTS))],
          },
        },
      ];
    },
  }),
  defineRule({
    id: "auto-join-nowhere",
    severity: "warning",
    reads: ["guild.autoJoin.enabled", "guild.autoJoin.guilds"],
    check: ({ get }) =>
      get("guild.autoJoin.enabled") && get("guild.autoJoin.guilds").length === 0
        ? [
            {
              paths: ["guild.autoJoin.guilds", "guild.autoJoin.enabled"],
              message:
                "New users should join the auto-join guilds, but none is listed. New users join no guild, and the instance rewrites this file whenever a guild is created. List guilds, or turn auto-join off.",
              fix: { label: "Turn auto-join off", operations: [set("guild.autoJoin.enabled", false)] },
            },
          ]
        : [],
  }),
  defineRule({
    id: "abuse-key-missing",
    severity: "warning",
    reads: ["register.enableAbuseIpDb", "security.abuseIpDbApiKey"],
    check: ({ get, has }) =>
      get("register.enableAbuseIpDb") && !has("security.abuseIpDbApiKey")
        ? [
            {
              paths: ["security.abuseIpDbApiKey", "register.enableAbuseIpDb"],
              message:
                "AbuseIPDB checks are on, but the AbuseIPDB API key is not set, so every check fails. Enter the key, or turn the checks off.",
              fix: {
                label: "Turn off AbuseIPDB checks",
                operations: [set("register.enableAbuseIpDb", false)],
              },
            },
          ]
        : [],
  }),
  defineRule({
    id: "abuse-score-zero",
    severity: "warning",
    reads: ["register.enableAbuseIpDb", "register.blockAbuseIpDbAboveScore"],
    check: ({ get }) =>
      get("register.enableAbuseIpDb") && get("register.blockAbuseIpDbAboveScore") === 0
        ? [
            {
              paths: ["register.blockAbuseIpDbAboveScore", "register.enableAbuseIpDb"],
              message:
                "The lowest refused AbuseIPDB score is 0. A score of 0 is meant to refuse nobody, but every address has a score of at least 0, so everybody may be refused. Use a higher score, or turn off AbuseIPDB checks.",
              fix: { label: "Use 75", operations: [set("register.blockAbuseIpDbAboveScore", 75)] },
            },
          ]
        : [],
  }),
  defineRule({
    id: "ipdata-key-missing",
    severity: "warning",
    reads: ["register.enableIpData", "security.geoipApiKey"],
    check: ({ get, has }) =>
      get("register.enableIpData") && !has("security.geoipApiKey")
        ? [
            {
              paths: ["security.geoipApiKey", "register.enableIpData"],
              message:
                "ipdata checks are on, but the ipdata API key is not set, so every check fails. Enter the key under Security, or turn the checks off.",
              fix: { label: "Turn off ipdata checks", operations: [set("register.enableIpData", false)] },
            },
          ]
        : [],
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
      !has("integrations.gifs.klipy.apiKeyPath")
        ? [
            {
              paths: ["integrations.gifs.klipy.apiKey", "integrations.gifs.klipy.enabled"],
              message:
                "GIF search with Klipy is on, but neither an API key nor a key file is set, so every search fails. Enter the key, or turn GIF search off.",
              fix: {
                label: "Turn GIF search off",
                operations: [set("integrations.gifs.klipy.enabled", false)],
              },
            },
          ]
        : [],
  }),
];
