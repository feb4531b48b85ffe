import "server-only";
import type { Problem, Repair, RepairFix } from "@/lib/shared/contract/config-snapshot";
import { AppError } from "@/lib/errors";
import { nodeAt, placeOf, type RepeatedKey, repeatedKeys, valueOf } from "@/lib/shared/json/tree";
import { type JsonValue, showPath } from "@/lib/shared/json/value";
import { type Meant, meantGroup, meantSetting } from "@/lib/shared/settings/meant-setting";
import { parseValue } from "@/lib/shared/settings/parse-value";
import { locate, spell, spelledValue, toNeutral } from "./naming";
import type { UnrecognizedKey, Version } from "./version";

export function structureProblems(version: Version): Problem[] {
  return [
    ...repeatedKeys(version.root).map((repeated) => repeatProblem(version, repeated)),
    ...version.unrecognizedKeys.flatMap((key) => meantProblem(version, key) ?? []),
  ];
}

const fixBy = (label: string, kind: Repair["kind"], segments: readonly string[]): RepairFix => ({
  label,
  repair: { kind, path: showPath(segments) },
});

function repeatProblem({ text, edition }: Version, { segments, members }: RepeatedKey): Problem {
  const places = members.map(({ keyStart }) => placeOf(text, keyStart));
  const lines = new Intl.ListFormat("en").format(places.map(({ line }) => String(line)));
  const repeatWords = `is in the file ${members.length === 2 ? "twice" : `${members.length} times`} (lines ${lines})`;
  const neutral = toNeutral(segments);
  const { fieldAt, containerPaths } = edition.registry;
  if (neutral === null || !(fieldAt(neutral) || containerPaths.includes(neutral)))
    return {
      severity: "warning",
      message: `The unrecognized key ${showPath(segments)} ${repeatWords}. Most programs read only the last one.`,
      ...places.at(-1),
    };
  return {
    path: neutral,
    severity: "error",
    message: `${showPath(segments)} ${repeatWords}. The instance uses only the last one. Keep that one, or remove it in the raw JSON to keep an earlier one.`,
    fix: fixBy("Keep the last", "keep-last", segments),
    ...places.at(-1),
  };
}

const meantBy = ({ edition, naming }: Version, segments: readonly string[]): Meant | undefined =>
  meantSetting(edition, segments, (path) => spell(path, naming));

/** Undefined if the setting cannot have this value. */
function movedValue({ text }: Version, { member }: UnrecognizedKey, { field, opposite }: Meant) {
  const raw = valueOf(text, member.value);
  if (opposite && typeof raw !== "boolean") return undefined;
  const parsed = parseValue(field, opposite ? !raw : raw);
  return parsed.ok ? (parsed.value as JsonValue) : undefined;
}

function meantProblem(version: Version, key: UnrecognizedKey): Problem | undefined {
  const { segments, member } = key;
  if (member.value.type === "null") return undefined;
  const meant = meantBy(version, segments);
  if (meant === undefined) return member.value.type === "object" ? groupProblem(version, key) : undefined;
  const { field, isFormer, opposite } = meant;
  const name = `“${field.label}” (${field.path})`;
  const keyWords = isFormer
    ? `${showPath(segments)} is a key of an earlier version, which the instance ignores. ${opposite ? "Its opposite" : "It"} is now ${name}`
    : `${showPath(segments)} is not a setting, so the instance ignores it. It probably means ${name}`;
  const problem = {
    path: field.path,
    severity: "warning" as const,
    ...placeOf(version.text, member.keyStart),
  };
  if (version.rawOf(field.path) !== undefined)
    return {
      ...problem,
      message: `${keyWords}, which is set separately.`,
      fix: fixBy("Remove the ignored key", "remove", segments),
    };
  if (movedValue(version, key, meant) === undefined)
    return {
      ...problem,
      message: `${keyWords}, but its value does not fit. Set the setting, and remove the key.`,
    };
  return {
    ...problem,
    message: `${keyWords}.`,
    fix: fixBy(opposite ? "Move the opposite value" : "Move the value", "move", segments),
  };
}

const groupBy = ({ edition, naming }: Version, segments: readonly string[]) =>
  meantGroup(edition, segments, (path) => spell(path, naming));

/** Reports a section or group whose key has a typing error, so that the instance ignores everything in it. */
function groupProblem(version: Version, { segments, member }: UnrecognizedKey): Problem | undefined {
  const path = groupBy(version, segments);
  if (path === undefined) return undefined;
  const isThere = nodeAt(version.root, version.locate(path).segments) !== undefined;
  const words = `${showPath(segments)} is not a group of settings, so the instance ignores everything in it. It probably means ${path}`;
  return {
    path,
    severity: "warning",
    ...placeOf(version.text, member.keyStart),
    message: isThere ? `${words}, which is there too. Move its keys there in the raw JSON.` : `${words}.`,
    ...(!isThere && { fix: fixBy("Rename the key", "move", segments) }),
  };
}

export function needsRepair(version: Version, { kind, path }: Repair): boolean {
  const isAt = ({ segments }: { readonly segments: readonly string[] }) => showPath(segments) === path;
  if (kind === "keep-last") return repeatedKeys(version.root).some(isAt);
  return version.unrecognizedKeys.some(isAt) || (kind === "remove" && placeholderAt(version, path) !== null);
}

export const repaired = (version: Version, repairs: readonly Repair[]): Version =>
  repairs.reduce(repairedOnce, version);

function repairedOnce(version: Version, { kind, path }: Repair): Version {
  if (kind === "keep-last") return withLast(version, path);
  const key = version.unrecognizedKeys.find(({ segments }) => showPath(segments) === path);
  if (kind === "remove") return version.edited([{ segments: key?.segments ?? placeholder(version, path) }]);
  const meant = key && meantBy(version, key.segments);
  if (key && !meant && key.member.value.type === "object") return withGroup(version, key);
  const value = key && meant && movedValue(version, key, meant);
  if (key === undefined || meant === undefined || value === undefined) throw noRepair(path);
  // Another repair in the same request, or a later save, may have set it.
  if (version.rawOf(meant.field.path) !== undefined) throw noRepair(path);
  const { segments } = version.locate(meant.field.path);
  const spelled = spelledValue(meant.field.path, value, version.naming);
  return version.edited([{ segments: key.segments }]).edited([{ segments, value: spelled }]);
}

function withGroup(version: Version, { segments, member }: UnrecognizedKey): Version {
  const path = groupBy(version, segments);
  const target = path === undefined ? undefined : version.locate(path).segments;
  if (target === undefined || nodeAt(version.root, target) !== undefined) throw noRepair(showPath(segments));
  return version.withKey(member, target.at(-1) ?? "");
}

function placeholder(version: Version, path: string): readonly string[] {
  const segments = placeholderAt(version, path);
  if (segments === null) throw noRepair(path);
  return segments;
}

function placeholderAt({ root, naming, edition }: Version, path: string): readonly string[] | null {
  const { segments } = locate(root, path, naming);
  const type = nodeAt(root, segments)?.type;
  const isGroup = edition.registry.containerPaths.includes(path);
  return isGroup && type !== undefined && type !== "object" ? segments : null;
}

function withLast(version: Version, path: string): Version {
  const repeated = repeatedKeys(version.root).find(({ segments }) => showPath(segments) === path);
  if (repeated === undefined) throw noRepair(path);
  return version.withoutRepeats(repeated);
}

const noRepair = (path: string): AppError =>
  new AppError("not-found", `${path} no longer needs this repair. Reload the page to see the current file.`);
