/** The first match counts. The order matters, because browsers include the names of the browsers that they imitate. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?(?:iOS)?\//, "Edge"],
  [/\b(?:OPR|Opera)\//, "Opera"],
  [/\bVivaldi\//, "Vivaldi"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad|iPod)\b/, "iOS"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

const find = (names: typeof BROWSERS, text: string) => names.find(([pattern]) => pattern.test(text))?.[1];

export function browserName(userAgent: string): string {
  const browser = find(BROWSERS, userAgent) ?? /^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? "Unknown browser";
  const system = find(SYSTEMS, userAgent);
  return system === undefined ? browser : `${browser} on ${system}`;
}
