import { filledUpLists } from "../edition-file";
import { further } from "./further";
import { spelling } from "./spelling";

/* Values that are built into the public server and are the same in every instance. */

/** The server's default lists, by neutral path. The server merges the lists in the file with these lists by index. */
export const mergedLists = {
  "api.activeVersions": ["6", "7", "8", "9"],
  "regions.available": [
    {
      id: "spacebar",
      name: "spacebar",
      endpoint: "127.0.0.1:3004",
      vip: false,
      custom: false,
      deprecated: false,
    },
  ],
  ...filledUpLists(further, spelling),
} as const satisfies Readonly<Record<string, readonly unknown[]>>;

/** @param variable its name, if known */
export const fromFile = (variable?: string) => ({
  environment: `The instance's environment variable ${variable ?? "for this setting, which ends in _PATH,"} can name a file with this value. The file's value takes precedence, and the instance writes it here.`,
  ...(variable !== undefined && { variable }),
});

/** The largest set of rights that the server's database can store, as a signed 64-bit number. */
export const MOST_RIGHTS = 2n ** 63n - 1n;
