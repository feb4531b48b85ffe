/** Of a setting whose value the program takes from a file that a variable of its names, where there is one. */
export const fromFile = {
  environment:
    "A variable of the instance's environment can name a file that holds it (the variable's name ends in _PATH). That value wins, and the instance writes it here.",
} as const;
