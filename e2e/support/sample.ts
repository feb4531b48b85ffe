import { readFileSync } from "node:fs";

/** A configuration file as a real instance may have it: branded key names, some settings, secrets. */
export const sample = readFileSync("e2e/fixtures/branded-partial.json", "utf8");

/** The secrets in the sample. */
export const sampleSecrets = ["sea-salt-0451", "key-not-a-real-one", "not-a-real-captcha-secret"];
