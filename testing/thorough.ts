/** Whether tests with random input run as many repetitions as `npm run test:crash` requires. If not, they run a few. */
export const thorough = process.env.THOROUGH === "1";
