/** What every API token of the panel begins with, so that people and scanners of leaked secrets recognize one. */
export const API_TOKEN_PREFIX = "iadm_";

/** An API token within a text: the prefix and 256 random bits in base64url. */
export const API_TOKEN = /\biadm_[\w-]{43}/;
