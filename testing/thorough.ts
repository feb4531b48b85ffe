/**
 * Whether tests with random input repeat as often as `npm run test:crash` requires. Otherwise, they repeat
 * only a few times.
 */
export const thorough = process.env.THOROUGH === "1";
