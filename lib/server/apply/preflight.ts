import "server-only";
import type { Preflight, PreflightFinding, PreflightName, PreflightPart } from "@/lib/shared/contract/checks";
import { worstLevel } from "@/lib/shared/contract/checks";
import { needOf } from "@/lib/shared/settings/relations";
import type { RuleViolation } from "@/lib/shared/settings/rules";
import { getAt } from "@/lib/shared/settings/values";
import { sameJson } from "@/lib/shared/json/value";
import type { CheckEnv } from "@/lib/server/checks/endpoints";
import { partLabels } from "@/lib/server/checks/probes";
import type { Version } from "@/lib/server/config-file";
import type { ApplyPreview } from "@/lib/shared/contract/running";
import { checkConnections } from "./preflight-connections";
import { lookAtInstance } from "./looks";
import type { ApplyRoom } from "./room";
import { readRunning } from "./running";

/**
 * Checks a version of the file before the instance loads it: whether the instance can start with it, which problems
 * its changes cause, and whether its addresses respond. Takes at most about ten seconds.
 * @param version the bytes of the version; by default, the current file
 * @param way how the version will be applied
 * @throws AppError `unavailable` if the database does not respond
 */
export async function preflight(
  { config, known: { running }, reload, env, clock }: ApplyRoom,
  { version, way, signal }: { version?: Buffer; way?: string; signal: AbortSignal },
): Promise<Preflight> {
  const [current, known] = await Promise.all([config.read(), running()]);
  const bytes = version ?? current.version?.bytes;
  const reading = bytes ? config.parse(bytes) : null;
  const at = new Date(clock.now()).toISOString();
  if (!reading) {
    const message = current.problems[0]?.message ?? "The version cannot be parsed.";
    const file = partOf("file", [{ level: "red", message: `${message} Fix the file first.` }]);
    return { etag: current.etag, at, level: "red", parts: [file] };
  }
  const before = known && config.parse(known.bytes);
  const parts = await checkVersion({
    version: reading,
    known: before,
    ownErrors: config.ownErrors(before, reading),
    env,
    signal,
  });
  const noBroker = way === undefined ? null : reload.problem(way, reading.settings);
  if (noBroker !== null)
    parts.push(partOf("broker", [{ level: "red", path: "broker.host", message: noBroker }]));
  return { etag: reading.etag, at, level: worstLevel(parts), parts };
}

export interface PreflightRequest {
  version: Version;
  /** The version that the instance runs, if known. If null, everything in `version` counts as changed. */
  known: Version | null;
  ownErrors?: readonly RuleViolation[];
  env: CheckEnv;
  signal: AbortSignal;
}

export async function checkVersion(request: PreflightRequest): Promise<PreflightPart[]> {
  const { version, known } = request;
  const isChanged = (path: string): boolean =>
    known === null || !sameJson(version.rawOf(path) ?? null, known.rawOf(path) ?? null);
  const connections = await checkConnections({
    ...request,
    settings: version.settings,
    isChanged,
  });
  return [
    partOf("start", startFindings(request)),
    partOf("settings", settingFindings(request, isChanged)),
    ...connections.map(({ name, findings }) => partOf(name, findings)),
  ];
}

const titles: Readonly<Record<PreflightName, string>> = {
  ...partLabels,
  file: "Configuration file",
  start: "Instance startup",
  settings: "Changed settings",
  imageProxy: "Image proxy",
  discovery: "Server name",
  mail: "Email",
};

const clean: Partial<Record<PreflightName, string>> = {
  start: "The file contains no problem that prevents the instance from starting.",
  settings: "The changes cause no new problems.",
};

function partOf(name: PreflightName, problems: readonly PreflightFinding[]): PreflightPart {
  const good: PreflightFinding[] = [{ level: "green", message: clean[name] ?? "No problems found." }];
  const findings = problems.length > 0 ? [...problems] : good;
  return { name, title: titles[name], level: worstLevel(findings), findings };
}

function startFindings({ version, known }: PreflightRequest): PreflightFinding[] {
  const { edition } = version;
  const missing = edition.startNeeds
    .filter((path) => version.rawOf(path) === undefined)
    .map((path): PreflightFinding => {
      const label = edition.registry.fieldAt(path)?.label ?? path;
      return {
        level: "red",
        path,
        message: `${label} is not set, and the instance exits without it. Enter a value.`,
      };
    });
  const before = new Set(known?.effective.problems.map(({ path }) => path));
  const wrong = version.problems
    .filter(({ severity }) => severity === "error")
    .map(({ path, message }): PreflightFinding => ({
      // Only a warning, because the instance has already started with this value.
      level: before.has(path) ? "amber" : "red",
      path,
      message,
    }));
  return [...missing, ...wrong];
}

function settingFindings(
  { version, known, ownErrors = [] }: PreflightRequest,
  isChanged: (path: string) => boolean,
): PreflightFinding[] {
  const { registry } = version.edition;
  const keyOf = ({ rule, paths }: { rule: string; paths: readonly string[] }) => `${rule} ${paths[0]}`;
  const before = new Set(known?.violations.map(keyOf));
  const needed = new Set<string>(version.edition.startNeeds);
  const violations = [...version.violations, ...ownErrors]
    // Exclude missing settings that startup needs, because `startFindings` reports them.
    .filter(
      (one) => !before.has(keyOf(one)) && !(needed.has(one.paths[0]) && one.rule === "needed-for-start"),
    )
    .map(({ severity, message, paths: [path] }): PreflightFinding => ({
      level: severity === "error" ? "red" : "amber",
      path,
      message,
    }));
  if (known === null) return violations;
  const { values } = version.effective;
  const idle = registry.fields.flatMap(({ path, label, unused }): PreflightFinding[] => {
    const need = needOf(path);
    if (!need || unused || registry.fieldAt(need.path)?.unused || !isChanged(path)) return [];
    if (getAt(values, need.path) === true) return [];
    return [
      {
        level: "amber",
        path,
        message: `“${label}” has no effect yet. ${need.off}: ${need.remedy.toLowerCase()}.`,
      },
    ];
  });
  return [...violations, ...idle];
}

/** @throws AppError `config-unusable` */
export async function previewApply(room: ApplyRoom, signal: AbortSignal): Promise<ApplyPreview> {
  const [{ bytes }, known, { reload }] = await Promise.all([
    room.known.versions.now(),
    room.known.running(),
    readRunning(room),
  ]);
  const [found, checked] = await Promise.all([
    lookAtInstance(room, bytes, signal, known?.bytes),
    preflight(room, { version: bytes, way: reload ?? undefined, signal }),
  ]);
  return { baseline: found.filter(({ name }) => name !== "pending"), preflight: checked };
}
