/** Whether a test with random repetitions does as many as `npm run test:crash` asks for, rather than a few. */
export const thorough = process.env.THOROUGH === "1";
