/*
 * Preloaded (`node --import`) into a panel's process: its clock is an hour ahead (CLOCK_AHEAD in ms) until the file named
 * by CLOCK_RIGHT_FROM exists, and then jumps back.
 */
import { existsSync } from "node:fs";

const HOUR = 3_600_000;
const Right = Date;
let ahead = Number(process.env.CLOCK_AHEAD ?? HOUR);

globalThis.Date = class Date extends Right {
  constructor(...given) {
    super(...(given.length === 0 ? [Date.now()] : given));
  }
  static now() {
    if (ahead > 0 && existsSync(process.env.CLOCK_RIGHT_FROM)) ahead = 0;
    return Right.now() + ahead;
  }
};
