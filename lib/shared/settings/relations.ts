import type { Field, FieldOf } from "./field";
import type { SettingPath } from "./types";

/* How settings belong together in the forms: which share a row, and which have no effect while another is off. */

/** The settings of a row: one, or a number and the time that it counts for ("20 messages per 10 seconds"). */
export type RowFields =
  | { readonly field: Field; readonly window?: undefined }
  | { readonly field: FieldOf<"number">; readonly window: FieldOf<"duration"> };

const siblingOf = (path: string, key: string): string => path.replace(/[^.]+$/, key);

/** A card's settings in rows. A number called `count` or `limit` shares its row with the `window` next to it. */
export function rowsOf(fields: readonly Field[]): RowFields[] {
  const windowOf = (field: Field) =>
    /\.(count|limit)$/.test(field.path)
      ? fields.find(({ path }) => path === siblingOf(field.path, "window"))
      : undefined;
  const windows = new Set(fields.map(windowOf));
  return fields.flatMap((field): RowFields[] => {
    if (windows.has(field)) return [];
    const window = windowOf(field);
    return field.kind === "number" && window?.kind === "duration" ? [{ field, window }] : [{ field }];
  });
}

/** A switch without which other settings have no effect. */
export interface Need {
  readonly path: SettingPath;
  /** What is the case while it is off: "Rate limits are off". */
  readonly off: string;
  /** "Turn on rate limits"; where it takes more than the switch, the name of the link to it. */
  readonly remedy: string;
  readonly takesMore?: true;
}

/** By the key paths of the settings that need it; those that end with a point stand for all that they begin. */
const needs: readonly (readonly [of: readonly string[], need: Need])[] = [
  [
    ["limits.rate."],
    { path: "limits.rate.enabled", off: "Rate limits are off", remedy: "Turn on rate limits" },
  ],
  [
    ["limits.absoluteRate.register."],
    {
      path: "limits.absoluteRate.register.enabled",
      off: "The limit on registrations is off",
      remedy: "Turn it on",
    },
  ],
  [
    ["limits.absoluteRate.sendMessage."],
    {
      path: "limits.absoluteRate.sendMessage.enabled",
      off: "The limit on messages is off",
      remedy: "Turn it on",
    },
  ],
  [
    ["security.captcha."],
    { path: "security.captcha.enabled", off: "Captchas are off", remedy: "Turn on captchas" },
  ],
  [
    ["register.requireCaptcha", "login.requireCaptcha", "passwordReset.requireCaptcha"],
    {
      path: "security.captcha.enabled",
      off: "Captchas are off",
      remedy: "Set up captchas",
      takesMore: true,
    },
  ],
  [["gif."], { path: "gif.enabled", off: "GIF search is off", remedy: "Turn on GIF search" }],
  [
    ["errorTracking."],
    { path: "errorTracking.enabled", off: "Error tracking is off", remedy: "Turn on error tracking" },
  ],
  [
    ["guild.autoJoin."],
    { path: "guild.autoJoin.enabled", off: "Auto-join is off", remedy: "Turn on auto-join" },
  ],
  [
    ["security.mfaBackupCodeCount"],
    {
      path: "security.twoFactor.generateBackupCodes",
      off: "Backup codes are off",
      remedy: "Turn on backup codes",
    },
  ],
];

/** The switch that a setting needs to have an effect; undefined for most, and for the switch itself. */
export function needOf(path: string): Need | undefined {
  const isOf = (of: string) => (of.endsWith(".") ? path.startsWith(of) : path === of);
  return needs.find(([of, need]) => need.path !== path && of.some(isOf))?.[1];
}

/** The switch that a card's settings all need, the switch itself aside. */
export function commonNeed(fields: readonly Field[]): Need | undefined {
  const found = fields.flatMap(({ path }) => {
    const need = needOf(path);
    return need === undefined && fields.some((other) => needOf(other.path)?.path === path) ? [] : [need];
  });
  const [first] = found;
  return found.length > 1 && found.every((need) => need === first) ? first : undefined;
}

/** Where the values of a setting are listed that is an id: the regions for the default one. */
export function listedAt(path: string): SettingPath | undefined {
  return path === "regions.default" ? "regions.available" : undefined;
}
