import { readFileSync } from "node:fs";

/** A configuration file like that of a real instance: some settings and secrets in branded spelling. */
export const sample = readFileSync("e2e/fixtures/branded-partial.json", "utf8");

export const sampleSecrets = ["sea-salt-0451", "key-not-a-real-one", "not-a-real-captcha-secret"];
