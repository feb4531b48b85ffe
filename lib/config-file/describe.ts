import "server-only";
import type { ConfigDocument, Operation, Problem } from "@/lib/config/document";
import { fields } from "@/lib/config/registry";
import type { Settings } from "@/lib/config/values";
import { AppError } from "@/lib/errors";
import type { Context } from "./context";
import type { Current } from "./current";
import { effectiveOf, valueProblems } from "./effective";
import { factsOf } from "./facts";
import { showPath } from "./json";
import { spell } from "./naming";
import { parse, placeOf, type UsableVersion } from "./parse";
import { permissionProblems } from "./permissions";
import { type Reading, readingOf } from "./reading";
import { newestRevision, revisionBytes } from "./revision-store";
import { isMountPoint, readOnlyReason, resolveTarget } from "./target";
import { undoneValues } from "./undone";

/** The file as the browser may see it. While it is not usable, values are those of the last version that was. */
export async function describe(context: Context, current: Current): Promise<ConfigDocument> {
  const version = current.version ?? (await lastGood(context));
  const reading = version ? readingOf(version, context.naming) : null;
  const { file } = current;
  const stat = file.kind === "present" ? file.stat : null;
  return {
    etag: current.etag,
    naming: reading?.detected.naming ?? context.naming ?? "neutral",
    ...factsOf(reading),
    problems: [
      ...current.problems,
      ...(current.version && reading ? versionProblems(reading) : staleProblems(reading)),
      ...fileProblems(context, current, reading),
      ...(await undoneProblems(context, current)),
    ],
    file: {
      path: context.path,
      state: current.state,
      readOnly: readOnlyReason(context),
      size: file.kind === "present" ? file.bytes.length : 0,
      modifiedAt: stat ? stat.mtime.toISOString() : null,
    },
    unknown: reading?.unknown.map(({ segments }) => showPath(segments)) ?? [],
    spelling: reading ? spellingOf(reading) : {},
  };
}

/** Effective values, secrets included, of the file or of its last usable version. */
export async function settingsFor(context: Context, current: Current): Promise<Settings> {
  const version = current.version ?? (await lastGood(context));
  if (!version) {
    const problem = current.problems[0]?.message ?? "";
    throw new AppError(
      "config-unreadable",
      `The configuration file at ${context.path} is not usable. ${problem}`,
    );
  }
  return effectiveOf(readingOf(version, context.naming)).settings;
}

/** The newest usable version known: seen by this process, else kept as a revision. */
async function lastGood(context: Context): Promise<UsableVersion | null> {
  if (context.state.lastGood) return context.state.lastGood;
  try {
    const newest = await newestRevision(context);
    const parsed = newest && parse(await revisionBytes(context, newest.id));
    return parsed?.usable ? (context.state.lastGood = parsed.version) : null;
  } catch {
    // Without a database there is no history to fall back on; the caller describes the file as it is.
    return null;
  }
}

const versionProblems = (reading: Reading): Problem[] => [
  ...valueProblems(reading),
  ...namingProblems(reading),
];

function namingProblems({ detected, version }: Reading): Problem[] {
  const { neutral, branded } = detected.places;
  if (neutral.length === 0 || branded.length === 0) return [];
  const rival = (detected.naming === "branded" ? neutral : branded)[0]!;
  const message = `The file mixes two spellings of its keys (${showPath(branded[0]!)} and ${showPath(neutral[0]!)}). Both are read here; the instance reads only its own. Rename the keys so that one spelling is left.`;
  const node = placeOfKey(version, rival);
  return [{ severity: "warning", code: "mixed-spelling", message, ...node }];
}

function placeOfKey({ text, root }: UsableVersion, segments: readonly string[]) {
  let group: Reading["version"]["root"] | undefined = root;
  for (const [index, segment] of segments.entries()) {
    const member: Reading["version"]["root"]["members"][number] | undefined = group?.members.find(
      ({ key }) => key === segment,
    );
    if (!member) return {};
    if (index === segments.length - 1) return placeOf(text, member.keyStart);
    group = member.value.type === "object" ? member.value : undefined;
  }
  return {};
}

function staleProblems(reading: Reading | null): Problem[] {
  const message = reading
    ? "The settings shown are those of the last version that could be read."
    : "No earlier version is known, so the settings shown are the defaults.";
  return [{ severity: "warning", message }];
}

function fileProblems(context: Context, current: Current, reading: Reading | null): Problem[] {
  if (current.file.kind !== "present") return [];
  const problems = permissionProblems(context, current, reading);
  const target = resolveTarget(context.path);
  if (isMountPoint(context, target)) {
    const message =
      "The file is mounted by itself, so it cannot be replaced in one step: saves write it in place, with a journal that repairs an interrupted write. A reader can catch it half-written. Mount its folder instead to be safe.";
    problems.push({ severity: "warning", message });
  }
  return problems;
}

async function undoneProblems(context: Context, { version }: Current): Promise<Problem[]> {
  if (!version) return [];
  const undone = await undoneValues(context).catch(() => []);
  return undone.map(({ path, author, saved, secret }) => {
    const message = `What ${author} saved here was undone by a rewrite of the file outside the panel. Apply it again, then restart the instance: until then it may write its old value back.`;
    if (secret) return { path, severity: "warning", message };
    const operation: Operation = saved === null ? { op: "unset", path } : { op: "set", path, value: saved };
    return { path, severity: "warning", message, fix: { label: "Apply again", operations: [operation] } };
  });
}

function spellingOf(reading: Reading): Record<string, string> {
  const entries = fields.flatMap(({ path }) => {
    const located = reading.locate(path);
    const spelled = (located.node ? located.segments : spell(path, reading.detected.naming)).join(".");
    return spelled === path ? [] : [[path, spelled] as const];
  });
  return Object.fromEntries(entries);
}
