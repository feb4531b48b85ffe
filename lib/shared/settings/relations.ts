import type { Field, FieldOf } from "./field";
import type { SettingPath } from "./types";

/*
 * How the settings of a form are related: which ones share a row, and which ones have no effect while a switch is off.
 */

export type RowFields =
  | { readonly field: Field; readonly window?: undefined }
  | { readonly field: FieldOf<"number">; readonly window: FieldOf<"duration"> };

const siblingOf = (path: string, key: string): string => path.replace(/[^.]+$/, key);

/**
 * Groups a card's settings into rows. A number named `count` or `limit` shares its row with the `window` next to it.
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

export interface Need {
  readonly path: SettingPath;
  /** Describes the state while the switch is off, such as "Rate limits are off". */
  readonly off: string;
  /**
   * How to make the dependent settings effective, such as "Turn on rate limits". A button with this text
   * turns on the switch. If `takesMore` is set, the text is a link to the switch instead.
   */
  readonly remedy: string;
  readonly takesMore?: true;
}

/** The switches named `enabled`. All settings below the same key depend on them. */
const switches: readonly Need[] = [
  { path: "limits.rate.enabled", off: "Rate limits are off", remedy: "Turn on rate limits" },
  {
    path: "limits.absoluteRate.register.enabled",
    off: "The limit on registrations is off",
    remedy: "Turn it on",
  },
  {
    path: "limits.absoluteRate.sendMessage.enabled",
    off: "The limit on messages is off",
    remedy: "Turn it on",
  },
  { path: "security.captcha.enabled", off: "Captchas are off", remedy: "Turn on captchas" },
  { path: "gif.enabled", off: "GIF search is off", remedy: "Turn on GIF search" },
  { path: "errorTracking.enabled", off: "Error tracking is off", remedy: "Turn on error tracking" },
  { path: "guild.autoJoin.enabled", off: "Auto-join is off", remedy: "Turn on auto-join" },
];

const captchas: Need = {
  path: "security.captcha.enabled",
  off: "Captchas are off",
  remedy: "Set up captchas",
  takesMore: true,
};

const needs: Readonly<Record<string, Need>> = {
  "register.requireCaptcha": captchas,
  "login.requireCaptcha": captchas,
  "passwordReset.requireCaptcha": captchas,
  "security.mfaBackupCodeCount": {
    path: "security.twoFactor.generateBackupCodes",
    off: "Backup codes are off",
    remedy: "Turn on backup codes",
  },
};

export const needOf = (path: string): Need | undefined =>
  needs[path] ??
  switches.find((need) => need.path !== path && path.startsWith(need.path.replace(/enabled$/, "")));

export function commonNeed(fields: readonly Field[]): Need | undefined {
  const related = fields.flatMap(({ path }) => {
    const need = needOf(path);
    return need === undefined && fields.some((other) => needOf(other.path)?.path === path) ? [] : [need];
  });
  const [first] = related;
  return related.length > 1 && related.every((need) => need === first) ? first : undefined;
}

export function listedAt(path: string): SettingPath | undefined {
  return path === "regions.default" ? "regions.available" : undefined;
}
