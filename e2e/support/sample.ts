import { readFileSync } from "node:fs";

/** A realistic configuration file with some settings and secrets. Keys are named as in the public server. */
export const sample = readFileSync("e2e/fixtures/branded-partial.json", "utf8");

export const sampleSecrets = ["sea-salt-0451", "key-not-a-real-one", "not-a-real-captcha-secret"];
