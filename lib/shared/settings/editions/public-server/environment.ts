/** Of a setting whose value the program takes from a file that a variable of its names, where there is one. */
export const fromFile = {
  environment:
    "An environment variable of the instance that ends in _PATH can name a file with this value. The file's value takes precedence, and the instance writes it here.",
} as const;
