import { existsSync, readFileSync, writeFileSync } from "node:fs";

/*
 * Handles the configuration file as the public server does: reads it at startup and on reload, merges it with
 * defaults (lists by index), replaces values with values from the environment, validates the result, and
 * writes it back unless CONFIG_READONLY is set.
 */

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Merges values of a file into defaults. Lists are merged by index.
 * @param base the defaults
 * @param own the values of the file
 */
export function merged(base, own) {
  if (own === undefined) return base ?? null;
  if (Array.isArray(base) && Array.isArray(own)) {
    const length = Math.max(base.length, own.length);
    return Array.from({ length }, (_, index) => merged(base[index], own[index]));
  }
  if (!isObject(base) || !isObject(own)) return own;
  return Object.fromEntries(
    Object.keys({ ...base, ...own }).map((key) => [key, merged(base[key], own[key])]),
  );
}

const none = { endpointPublic: null, endpointPrivate: null };
const noAddresses = { api: none, cdn: none, gateway: none };

/**
 * Maps environment variables to settings. Each variable contains the path of a file with the setting's value. The
 * public server's variables have other names, which also end in _PATH.
 */
const secretFiles = {
  CDN_SIGNATURE_PATH: "security.cdnSignatureKey",
  SMTP_PASSWORD_PATH: "email.smtp.password",
  MAILGUN_API_KEY_PATH: "email.mailgun.apiKey",
  MAILJET_API_KEY_PATH: "email.mailjet.apiKey",
  MAILJET_API_SECRET_PATH: "email.mailjet.apiSecret",
  SENDGRID_API_KEY_PATH: "email.sendgrid.apiKey",
  GIF_API_KEY_PATH: "gif.apiKey",
  CAPTCHA_SITEKEY_PATH: "security.captcha.sitekey",
  CAPTCHA_SECRET_PATH: "security.captcha.secret",
  ABUSEIPDB_API_KEY_PATH: "security.abuseIpDbApiKey",
  IPDATA_API_KEY_PATH: "security.ipdataApiKey",
};

function withEnvironment(config) {
  const { env } = process;
  const values = Object.entries(secretFiles)
    .filter(([name]) => env[name])
    .map(([name, path]) => [path, readFileSync(env[name], "utf8").trim()]);
  if (env.RABBITMQ_HOST) values.push(["rabbitmq.host", env.RABBITMQ_HOST]);
  return values.reduce((before, [path, value]) => {
    const nested = path.split(".").reduceRight((inner, key) => ({ [key]: inner }), value);
    return merged(before, nested);
  }, config);
}

/**
 * @throws SyntaxError if the file is not JSON
 * @throws Error that names a value, if this value prevents the program from starting
 */
export function readConfig() {
  const { CONFIG_PATH, DEFAULTS } = process.env;
  const defaults = merged(JSON.parse(readFileSync(DEFAULTS, "utf8")), noAddresses);
  const text = existsSync(CONFIG_PATH) ? readFileSync(CONFIG_PATH, "utf8") : "{}";
  const config = withEnvironment(merged(defaults, JSON.parse(text)));
  validate(config);
  writeConfig(config, text);
  return config;
}

/** Writes the values in memory to the file. Values that other programs have written since the last read are lost. */
export function writeConfig(config, before) {
  const { CONFIG_PATH, CONFIG_READONLY } = process.env;
  const whole = JSON.stringify(config, null, 4);
  if (!CONFIG_READONLY && whole !== before) writeFileSync(CONFIG_PATH, whole);
}

function validate({ cdn, gateway, limits }) {
  for (const [name, { endpointPublic, endpointPrivate }] of Object.entries({ cdn, gateway }))
    if (!endpointPublic && !endpointPrivate) throw new Error(`No ${name} address is configured.`);
  // This rule simulates a program that crashes because of an invalid value: messages cannot be longer than 1 MiB.
  const { maxCharacters } = limits.message;
  if (maxCharacters > 1_048_576)
    throw new Error(`limits.message.maxCharacters is out of range: ${maxCharacters}`);
}
