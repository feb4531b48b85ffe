/** For a setting that an environment variable of the program can override with the content of a file. */
export const fromFile = {
  environment:
    "An environment variable of the instance that ends in _PATH can name a file with this value. The file's value takes precedence, and the instance writes it here.",
} as const;
