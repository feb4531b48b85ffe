import type { Field, FieldOf } from "./field";
import type { SettingPath } from "./types";

/* How settings are related in the forms: which share a row, and which have no effect while another is off. */

/** The settings of a row: one setting, or a number and its time window ("20 messages per 10 seconds"). */
export type RowFields =
  | { readonly field: Field; readonly window?: undefined }
  | { readonly field: FieldOf<"number">; readonly window: FieldOf<"duration"> };

const siblingOf = (path: string, key: string): string => path.replace(/[^.]+$/, key);

/**
 * Groups a card's settings into rows. A number called `count` or `limit` shares its row with the adjacent
 * `window`.
 */
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
  /** The state while the switch is off: "Rate limits are off". */
  readonly off: string;
  /** "Turn on rate limits". If turning on the switch is not enough, the name of a link to the switch. */
  readonly remedy: string;
  readonly takesMore?: true;
}

/**
 * Needs by the paths of the dependent settings. A path that ends with a point stands for all settings below it.
 */
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

/** The switch that all settings of a card need. The switch itself is not counted. */
export function commonNeed(fields: readonly Field[]): Need | undefined {
  const found = fields.flatMap(({ path }) => {
    const need = needOf(path);
    return need === undefined && fields.some((other) => needOf(other.path)?.path === path) ? [] : [need];
  });
  const [first] = found;
  return found.length > 1 && found.every((need) => need === first) ? first : undefined;
}

/** For a setting that holds an id, the setting that lists the ids: the regions for the default region. */
export function listedAt(path: string): SettingPath | undefined {
  return path === "regions.default" ? "regions.available" : undefined;
}
