/** Whether tests with random repetitions run as many as `npm run test:crash` requires, instead of a few. */
export const thorough = process.env.THOROUGH === "1";
