/** Whether `npm run test:rare` runs the tests: in all modes, and with every page. */
export const isThorough = process.env.SHIPPING === "1";
