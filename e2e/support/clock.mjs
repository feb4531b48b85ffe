/*
 * Preloaded into a panel's process (`node --import`). The clock is ahead by CLOCK_AHEAD ms, one hour by default, until
 * the file CLOCK_RIGHT_FROM exists. Then the clock jumps back to the real time.
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
