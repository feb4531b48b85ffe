/** The prefix of the panel's API tokens. People and scanners for leaked secrets recognize the tokens by this prefix. */
export const API_TOKEN_PREFIX = "iadm_";

/** Matches an API token anywhere in a text: the prefix and 256 random bits in base64url. */
export const API_TOKEN = /\biadm_[\w-]{43}/;
