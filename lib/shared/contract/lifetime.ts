import * as z from "zod/mini";

/**
 * A schema for the number of days after which a new token or invitation expires.
 * @param most maximum number of days
 */
export function lifetime(noun: "token" | "invitation", most: number) {
  const one = noun === "token" ? "A token" : "An invitation";
  return z
    .int(`Send the number of days until the ${noun} expires, as a whole number.`)
    .check(
      z.minimum(1, `${one} lasts at least one day.`),
      z.maximum(most, `${one} lasts at most ${most} days.`),
    );
}
