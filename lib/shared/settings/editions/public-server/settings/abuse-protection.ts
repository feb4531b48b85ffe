import { boolean, number, secret, stringList, type Card } from "../../../field";
import { mergedLists } from "../merged-lists";
import { fromFile } from "../environment";
import type { Schema, Zod } from "../../../kinds/kind";

const threatTypes = mergedLists["register.blockIpDataCoThreatTypes"];
const networkTypes = ["business", "education", "government", "hosting", "isp"] as const;

// The server writes an empty list as a list with one empty text.
const orNothing = (schema: Schema<string>, message: string) => (z: Zod) =>
  z.union([z.literal(""), schema(z)], message);

const asn = (z: Zod) => z.string().check(z.regex(/^AS\d{1,10}$/));

/**
 * Settings for the services that check the IP addresses of new users. In the file, the API keys of these services and
 * some of their limits are in other sections.
 */
export const abuseProtection = {
  title: "Abuse protection",
  description: "Sends the IP address of each new user to other services for checking.",
  fields: [
    boolean("register.enableAbuseIpDb", {
      label: "Check registrations with AbuseIPDB",
      help: "Refuses people whose IP address others have reported for abuse. Needs the AbuseIPDB API key.",
      default: false,
      synonyms: ["abuseipdb", "abuse", "spam accounts", "reputation", "ip"],
    }),
    secret("security.abuseIpDbApiKey", {
      ...fromFile,
      label: "AbuseIPDB API key",
      help: "Your key for AbuseIPDB. Its plan limits how many addresses can be looked up in a day.",
      default: null,
      synonyms: ["abuse", "token", "credentials"],
    }),
    number("register.blockAbuseIpDbAboveScore", {
      label: "Lowest refused AbuseIPDB score",
      help: "Addresses with this confidence score or a higher one cannot register. Lower values refuse more people, and 0 may refuse everybody.",
      default: 75,
      max: 100,
      synonyms: ["abuse", "confidence", "threshold"],
    }),
    number("security.abuseipdbBlacklistRatelimit", {
      label: "AbuseIPDB blacklist downloads per day",
      help: "How often the instance fetches the list of reported addresses. The free plan of AbuseIPDB allows five a day.",
      default: 5,
      max: 10_000,
      unit: "downloads",
      synonyms: ["abuse", "rate limit", "blocklist"],
    }),
    number("security.abuseipdbConfidenceScoreTreshold", {
      label: "Lowest score on the AbuseIPDB blacklist",
      help: "The instance fetches addresses with this confidence score or a higher one. Lower values make the blacklist longer.",
      default: 50,
      min: 25,
      max: 100,
      synonyms: ["abuse", "threshold", "confidence", "blocklist"],
    }),
    boolean("register.enableIpData", {
      label: "Check registrations with ipdata",
      help: "Refuses people based on their IP address: known threats, the type of network, or the network itself. Needs the ipdata API key under Security.",
      default: false,
      synonyms: ["vpn", "proxy", "tor", "abuse", "geolocation"],
    }),
    stringList("register.blockIpDataCoThreatTypes", {
      label: "Refused threat types",
      help: "Threats that block a registration. “datacenter”, “proxy” and “icloud_relay” also affect people who use a VPN for good reasons.",
      default: threatTypes as readonly string[],
      item: "threat type",
      itemSchema: (z: Zod) => z.enum(threatTypes, `Use one of: ${threatTypes.join(", ")}.`),
      placeholder: "tor",
      synonyms: [
        "vpn",
        "block vpn",
        "proxy",
        "block tor",
        "tor exit nodes",
        "datacenter",
        "anonymous",
        "attacker",
        "ipdata",
      ],
    }),
    stringList("register.blockAsnTypes", {
      label: "Refused network types",
      help: "Types of network that nobody can register from: business, education, government, hosting or isp. Refusing isp blocks nearly everybody.",
      default: mergedLists["register.blockAsnTypes"] as readonly string[],
      defaultNote: "None refused",
      item: "network type",
      itemSchema: orNothing((z) => z.enum(networkTypes), `Use one of: ${networkTypes.join(", ")}.`),
      placeholder: "hosting",
      synonyms: ["asn", "datacenter", "hosting", "provider", "ipdata"],
    }),
    stringList("register.blockAsns", {
      label: "Refused networks",
      help: "Numbers (ASN) of networks that nobody can register from. Every customer of such a provider is refused.",
      default: mergedLists["register.blockAsns"] as readonly string[],
      defaultNote: "None refused",
      item: "network",
      itemSchema: orNothing(asn, "Enter a network number, such as AS64496."),
      placeholder: "AS64496",
      synonyms: ["asn", "autonomous system", "provider", "ipdata"],
    }),
  ],
} satisfies Card;
