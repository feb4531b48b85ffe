import "server-only";

/** The methods that Next hands to routes; metrics count all others as one. */
export const KNOWN_METHODS: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
