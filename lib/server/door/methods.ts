import "server-only";

/** The methods that Next passes to routes. Metrics count all other methods as one. */
export const KNOWN_METHODS: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
