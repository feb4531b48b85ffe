/** The prefix of every API token of the panel. People and scanners for leaked secrets recognize tokens by it. */
export const API_TOKEN_PREFIX = "iadm_";

/** An API token within a text: the prefix and 256 random bits in base64url. */
export const API_TOKEN = /\biadm_[\w-]{43}/;
