/** A note for settings that the server can also read from a file, whose name is in an environment variable. */
export const fromFile = {
  environment:
    "An environment variable of the instance that ends in _PATH can name a file with this value. The file's value takes precedence, and the instance writes it here.",
} as const;
