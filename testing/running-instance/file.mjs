import { existsSync, readFileSync, writeFileSync } from "node:fs";

/*
 * The configuration file, treated as the public server does: read once, merged with defaults (lists by index), written
 * back whole unless CONFIG_READONLY is set.
 */

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function merged(base, own) {
  if (own === undefined) return base;
  if (Array.isArray(base) && Array.isArray(own)) {
    const length = Math.max(base.length, own.length);
    return Array.from({ length }, (_, index) => merged(base[index], own[index]));
  }
  if (!isObject(base) || !isObject(own)) return own;
  return Object.fromEntries(
    Object.keys({ ...base, ...own }).map((key) => [key, merged(base[key], own[key])]),
  );
}

/** Takes values from the environment instead of the file, as that server does with some of its secrets. */
function withEnvironment(config) {
  const { RABBITMQ_HOST } = process.env;
  return RABBITMQ_HOST ? merged(config, { rabbitmq: { host: RABBITMQ_HOST } }) : config;
}

/** @throws SyntaxError for a text that is not JSON; Error naming a value that it does not start with */
export function readConfig() {
  const { CONFIG_PATH, DEFAULTS, CONFIG_READONLY } = process.env;
  const defaults = JSON.parse(readFileSync(DEFAULTS, "utf8"));
  const text = existsSync(CONFIG_PATH) ? readFileSync(CONFIG_PATH, "utf8") : "{}";
  const config = withEnvironment(merged(defaults, JSON.parse(text)));
  validate(config);
  const whole = JSON.stringify(config, null, 4);
  if (!CONFIG_READONLY && whole !== text) writeFileSync(CONFIG_PATH, whole);
  return config;
}

/** One rule is enough to be a program that crashes on a bad value: no message can be longer than a mebibyte. */
function validate({ limits }) {
  const { maxCharacters } = limits.message;
  if (maxCharacters > 1_048_576)
    throw new Error(`limits.message.maxCharacters is out of range: ${maxCharacters}`);
}
