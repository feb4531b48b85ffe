import "server-only";
import { authorInSentence } from "@/lib/shared/author";
import type { ConfigSnapshot, FileSummary, Operation, Problem } from "@/lib/shared/contract/config-snapshot";
import type { UndoneValue } from "@/lib/shared/contract/history";
import type { Edition } from "@/lib/shared/settings/editions";
import { allProblems } from "@/lib/shared/settings/rules";
import type { Settings } from "@/lib/shared/settings/values";
import { AppError } from "@/lib/errors";
import type { JsonNode } from "@/lib/shared/json/tree";
import { showPath } from "@/lib/shared/json/value";
import { textOfKey } from "./key-edits";
import { jsonSchema, type JsonSchema } from "@/lib/shared/settings/json-schema";
import { attributesUnknown } from "./disk/attributes";
import { editionFor, type FileSnapshot, type OpenFile } from "./open-file";
import { spell, spelledValue } from "./naming";
import { ownRuleProblems, ownViolations } from "./own-rules";
import { permissionProblems } from "./permissions";
import { defaultFacts, type Version } from "./version";
import { structureProblems } from "./repairs";
import { isInControlledVolume } from "./disk/resolve-path";
import { inPlaceReason, readOnlyReason } from "./disk/write";
import { undoneValues } from "./undone";

/** If the file is unusable, the values come from its last usable version. */
export async function describe(
  config: OpenFile,
  current: FileSnapshot,
  undone: () => Promise<UndoneValue[]> = () => undoneValues(config),
): Promise<ConfigSnapshot> {
  const version = current.version ?? (await lastGood(config));
  const { file } = current;
  const stat = file.kind === "present" ? file.stat : null;
  const edition = editionFor(config, version);
  const rules = config.ownRules?.now().rules ?? [];
  const problems: Problem[] = [
    ...current.problems,
    ...(current.version
      ? [...current.version.problems, ...structureProblems(current.version)]
      : staleProblems(version)),
    ...fileProblems(config, current, version),
    ...(await undoneProblems(current, undone)),
    ...(await copyProblems(config)),
    ...ownRuleProblems(config, edition.registry),
    ...config.notices().map((message): Problem => ({ severity: "warning", message })),
  ];
  return {
    etag: current.etag,
    naming: edition.naming,
    ...(version?.facts ?? defaultFacts(edition)),
    problems: allProblems(
      problems,
      current.version ? [...current.version.violations, ...ownViolations(config, current.version)] : [],
    ),
    ...(rules.length > 0 && { rules }),
    file: {
      path: config.path,
      state: current.state,
      readOnly: readOnlyReason(config),
      ...(config.readOnly && { canCompose: true }),
      size: file.kind === "present" ? file.bytes.length : 0,
      modifiedAt: stat ? stat.mtime.toISOString() : null,
    },
    unknown: version?.unrecognizedKeys.map(({ segments }) => showPath(segments)) ?? [],
    shown: version ? shownValues(version) : {},
    spelling: version ? spellingOf(version) : {},
  };
}

export function summaryOf(document: ConfigSnapshot): FileSummary {
  const { etag, naming, file, problems } = document;
  return { etag, naming, file, problems: problems.map(({ path, severity }) => ({ path, severity })) };
}

export async function editionNow(config: OpenFile, current: FileSnapshot): Promise<Edition> {
  return editionFor(config, current.version ?? (await lastGood(config)));
}

export async function settingsFor(config: OpenFile, current: FileSnapshot): Promise<Settings> {
  const version = current.version ?? (await lastGood(config));
  if (!version) {
    const problem = current.problems[0]?.message ?? "";
    throw new AppError(
      "config-unreadable",
      `The configuration file at ${config.path} is not usable. ${problem}`,
    );
  }
  return version.settings;
}

async function lastGood(config: OpenFile): Promise<Version | null> {
  const { records, versions } = config;
  if (versions.lastGood) return versions.lastGood;
  try {
    const newest = await records.newest();
    return newest ? (versions.lastGood = await records.version(newest)) : null;
  } catch {
    // If the database is unavailable, the caller continues as if there were no earlier version.
    return null;
  }
}

/** Maximum length (characters) of a value that is sent unasked. */
const longestShown = 1_000;

function shownValues(version: Version): ConfigSnapshot["shown"] {
  const shown = version.unrecognizedKeys.filter(
    ({ member: { value } }) => value.end - value.start <= longestShown && !hasText(value),
  );
  return Object.fromEntries(shown.map((key) => [showPath(key.segments), textOfKey(version, key)]));
}

function hasText(node: JsonNode): boolean {
  if (node.type === "object") return node.members.some(({ value }) => hasText(value));
  return node.type === "array" ? node.items.some(hasText) : node.type === "string";
}

function staleProblems(version: Version | null): Problem[] {
  const message = version
    ? "The settings below come from the last readable version."
    : "There is no earlier version, so the settings below are the defaults.";
  return [{ severity: "warning", message }];
}

function fileProblems(config: OpenFile, current: FileSnapshot, version: Version | null): Problem[] {
  const { file } = current;
  if (file.kind !== "present") return [];
  const problems = permissionProblems(config, current, version);
  const target = config.target();
  if (isInControlledVolume(target)) problems.push({ severity: "warning", message: inControlledVolume });
  const inPlace = inPlaceReason(config, target, file.stat);
  if (inPlace) problems.push({ severity: "warning", message: inPlaceMessages[inPlace] });
  else if (config.state.attributesUnknown) problems.push({ severity: "warning", message: attributesUnknown });
  return problems;
}

const inPlaceMessages = {
  mount:
    "The file itself is mounted, so it cannot be replaced in one step. Saves overwrite it, so a program that reads it during a save may see an incomplete file. To be safe, mount its folder instead.",
  links:
    "The file has several names (hard links), so saves overwrite it. A program that reads it during a save may see an incomplete file, and a backup made with hard links changes with the file. To be safe, replace the file with a copy of itself.",
  owner:
    "The file belongs to another user or group, so saves overwrite it, which preserves its owner. A program that reads it during a save may see an incomplete file.",
};

const inControlledVolume =
  "The file is in a Kubernetes volume (ConfigMap or Secret), whose controller discards changes at its next update. Change the source of the volume, too, or copy the file to a volume of its own.";

async function undoneProblems(
  { version }: FileSnapshot,
  undone: () => Promise<UndoneValue[]>,
): Promise<Problem[]> {
  if (!version) return [];
  const values = await undone().catch(() => []);
  return values.map((value): Problem => ({ ...undoneProblem(value), code: "undone" }));
}

function undoneProblem({ path, known, saved, secret, filledUp, ...value }: UndoneValue): Problem {
  const author = authorInSentence({ kind: value.authorKind, name: value.author });
  if (filledUp) return filledUpProblem(path, author, filledUp.lasting);
  if (!known) {
    const message = `The value that ${author} saved at the unrecognized key ${path} was undone when another program rewrote the file. Apply it again in the notice at the top of the page, then restart the instance. Until the restart, the instance may write its old value again.`;
    return { severity: "warning", message };
  }
  const message = `The value that ${author} saved here was undone when another program rewrote the file. Apply it again, then restart the instance. Until the restart, the instance may write its old value again.`;
  if (secret) return { path, severity: "warning", message };
  const operation: Operation = saved === null ? { op: "unset", path } : { op: "set", path, value: saved };
  return { path, severity: "warning", message, fix: { label: "Apply again", operations: [operation] } };
}

function filledUpProblem(path: string, author: string, lasting: readonly unknown[] | null): Problem {
  const why = `The list that ${author} saved here is shorter than the instance's own list, so the instance adds its own entries at every start.`;
  if (lasting === null)
    return {
      path,
      severity: "warning",
      message: `${why} Add at least one entry of your own to prevent that.`,
    };
  const fix = {
    label: "Save a list that the instance keeps",
    operations: [{ op: "set" as const, path, value: lasting }],
  };
  const message = `${why} Repeat your last entry instead: that makes the list long enough without changing its meaning.`;
  return { path, severity: "warning", message, fix };
}

async function copyProblems(config: OpenFile): Promise<Problem[]> {
  const { basis } = await config.identity.get().catch(() => ({ basis: null }));
  if (basis !== "copy") return [];
  const message =
    "The database has the history of another file with the same content, so this file began a new history. If that was this file at another path, choose the older history on the History page. Otherwise, confirm the new history.";
  return [{ severity: "warning", message }];
}

function spellingOf(version: Version): Record<string, string> {
  const entries = version.edition.registry.fields.flatMap(({ path }) => {
    const located = version.locate(path);
    const spelled = (located.node ? located.segments : spell(path, version.naming)).join(".");
    return spelled === path ? [] : [[path, spelled] as const];
  });
  return Object.fromEntries(entries);
}

export function schemaIn({ naming, registry }: Edition): JsonSchema {
  return jsonSchema(
    {
      path: (path) => spell(path, naming).join("."),
      value: (path, value) => String(spelledValue(path, value, naming)),
    },
    registry,
  );
}
