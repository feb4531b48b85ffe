import "server-only";
import * as z from "zod";
import { ALL_PERMISSIONS } from "@/lib/server/instance";
import { isSnowflake } from "@/lib/shared/chat/snowflake";

/* They check requests, type responses, and generate the OpenAPI document. */

const snowflake = z
  .string()
  .meta({ description: "Snowflake: a 64-bit id in decimal", example: "1104236891374919680" });

const isInteger = (value: unknown) => typeof value === "bigint" || Number.isSafeInteger(value);

const user = z.object({ id: snowflake, username: z.string() });

/** An unsigned 64-bit number, as an integer or a decimal string. */
const permissions = z
  .unknown()
  .meta({
    anyOf: [
      { type: "string", pattern: "^(0|[1-9][0-9]{0,19})$" },
      { type: "integer", minimum: 0 },
    ],
  })
  .transform((value, context) => {
    const decimal = typeof value === "string" ? /^(?:0|[1-9]\d{0,19})$/.test(value) : isInteger(value);
    const set = decimal ? BigInt(value as string | number | bigint) : -1n;
    if (set >= 0n && set <= ALL_PERMISSIONS) return set;
    const message = "Must be an unsigned 64-bit number in decimal, as a string or an integer.";
    context.addIssue({ code: "custom", message, params: { code: "NUMBER_TYPE_COERCE" } });
    return z.NEVER;
  });

export const createApplicationBody = z.object({
  name: z.string().meta({ description: "1 to limits.user.maxUsername characters", example: "Harbor master" }),
});

export const editApplicationBody = z.object({
  name: z.string().optional().meta({ description: "1 to limits.user.maxUsername characters" }),
  description: z.string().nullish().meta({ description: "At most 400 characters; null for none" }),
  bot_public: z.boolean().optional().meta({ description: "Whether others may add the bot to their guilds" }),
});

const count = (minimum: number, maximum: number) =>
  z
    .string()
    .meta({ type: "integer", minimum, maximum })
    .transform((text, context) => {
      const number = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
      if (number >= minimum && number <= maximum) return number;
      const message = `Must be a whole number from ${minimum} to ${maximum}.`;
      context.addIssue({ code: "custom", message, params: { code: "NUMBER_TYPE_COERCE" } });
      return z.NEVER;
    });

const cursor = snowflake.refine(isSnowflake, {
  message: "Value is not snowflake.",
  params: { code: "NUMBER_TYPE_COERCE" },
});

export const guildsQuery = z.object({
  limit: count(1, 200).prefault("200").meta({ description: "Guilds per page" }),
  after: cursor.optional().meta({ description: "Only guilds with larger ids" }),
  before: cursor.optional().meta({ description: "Only guilds with smaller ids" }),
});

export const currentUser = z.object({
  id: snowflake,
  username: z.string(),
  discriminator: z.string(),
  global_name: z.null(),
  avatar: z.null(),
  bot: z.boolean(),
  flags: z.int(),
  public_flags: z.int(),
});

export const userGuild = z.object({
  id: snowflake,
  name: z.string(),
  icon: z.null(),
  owner: z.boolean().meta({ description: "Whether the caller owns it" }),
  permissions: z.string().meta({ description: "The caller's permissions there, in decimal" }),
  features: z.array(z.string()),
});

export const gatewayAnswer = z.object({
  url: z.string().meta({ description: "gateway.endpointPublic", example: "wss://gateway.example.org" }),
});

export const application = z.object({
  id: snowflake,
  name: z.string(),
  description: z.string(),
  icon: z.string().nullable(),
  bot_public: z.boolean(),
  flags: z.int(),
  owner: user,
  bot: user.optional().meta({ description: "Present if the application has a bot" }),
});

export const botToken = z.object({ token: z.string().meta({ description: "Authenticates the bot" }) });

export const authorizeQuery = z.object({
  client_id: snowflake.meta({ description: "The application's id" }),
});

export const authorizeBody = z.object({
  guild_id: snowflake.meta({ description: "The guild's id" }),
  permissions: permissions
    .prefault("0")
    .meta({ description: "Permission set in decimal: 0 is none, 8 is Administrator" }),
  authorize: z.boolean().meta({ description: "With false, the request is declined and nothing changes" }),
});

export const authorizeAnswer = z.object({
  location: z.string().meta({ description: "Contains the guild and the granted permissions" }),
});

export const errorAnswer = z.object({
  code: z.int().meta({ description: "Error code of the API" }),
  message: z.string(),
  errors: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: "By field: { _errors: [{ code, message }] }; present with code 50035" }),
});

export const rateLimitedAnswer = z.object({
  message: z.string(),
  retry_after: z.number().meta({ description: "Seconds" }),
  global: z.boolean(),
});
