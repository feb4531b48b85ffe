/** `red`: applying the file will probably fail, or lock people out. `amber`: worth a look. `green`: nothing found. */
export type PreflightLevel = "green" | "amber" | "red";

/** The parts of a preflight, in the order in which they are shown. */
export type PreflightName =
  | "file"
  | "start"
  | "settings"
  | "api"
  | "gateway"
  | "cdn"
  | "imageProxy"
  | "discovery"
  | "broker"
  | "mail";

export interface PreflightFinding {
  level: PreflightLevel;
  /** Which of several targets: "Public address". */
  target?: string;
  /** What was found and, unless green, what to do. Without secrets. */
  message: string;
  /** The setting to look at. */
  path?: string;
}

export interface PreflightPart {
  name: PreflightName;
  /** "Message broker" */
  title: string;
  /** That of its worst finding. */
  level: PreflightLevel;
  /** At least one; a green part says what was tried. */
  findings: PreflightFinding[];
}

/** What was found about a version of the file before the instance loads it. Parts that have nothing to check are left out. */
export interface Preflight {
  /** The version that was checked. */
  etag: string;
  /** ISO 8601. */
  at: string;
  /** That of its worst part. Red needs "Apply anyway". */
  level: PreflightLevel;
  parts: PreflightPart[];
}

const levels: readonly PreflightLevel[] = ["green", "amber", "red"];

/** The worst of several levels; green when there is none. */
export const worstLevel = (found: readonly { level: PreflightLevel }[]): PreflightLevel =>
  levels[Math.max(0, ...found.map(({ level }) => levels.indexOf(level)))] ?? "green";
