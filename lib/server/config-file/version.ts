import "server-only";
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { ConfigSnapshot, Naming, Problem } from "@/lib/shared/contract/config-snapshot";
import { AppError } from "@/lib/errors";
import { applyEdits, type Edit, TooMuch, withKey, withoutRepeats } from "@/lib/shared/json/edit";
import { readWithRepeats } from "@/lib/shared/json/read";
import {
  countingMembers,
  type JsonMember,
  type JsonObject,
  memberOf,
  nodeAt,
  placeOf,
  type ReadText,
  type RepeatedKey,
  valueOf,
} from "@/lib/shared/json/tree";
import { type JsonValue, showPath } from "@/lib/shared/json/value";
import { type Edition, editionOf } from "@/lib/shared/settings/editions";
import { evaluateRules, type RuleViolation } from "@/lib/shared/settings/rules";
import {
  defaultDocument,
  type Effective,
  effectiveValues,
  type RawOf,
  redact,
  type Settings,
  settingsOf,
  type Values,
} from "@/lib/shared/settings/values";
import { type Detected, detectNaming, type Located, locate, neutralBelow, neutralValue } from "./naming";
import { decode, encode, type TextSource, wordsFor } from "./text";

/** The size (bytes) above which files are reported but not parsed. A list of 100,000 domains has about 2.5 MiB. */
export const maxBytes = 4 * 1024 * 1024;

export const absent = "absent";

export const etagOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

export const tooLarge = (bytes: number): string =>
  `The file has ${bytes} bytes; the panel reads at most ${maxBytes}. Shorten the file.`;

/** A key that is neither a setting nor a group of settings. */
export interface UnrecognizedKey {
  readonly segments: readonly string[];
  readonly member: JsonMember;
}

/** A value below an unrecognized key. A list counts as one value. */
export interface UnrecognizedValue {
  readonly segments: readonly string[];
  readonly value: JsonValue;
}

/**
 * The facts about a version that rules and browsers may read: effective values without secrets, and which
 * settings are set.
 */
export type Facts = Pick<ConfigSnapshot, "values" | "set" | "secrets">;

interface Reading extends Detected {
  readonly located: ReadonlyMap<string, Located>;
  readonly raw: ReadonlyMap<string, JsonValue>;
}

export interface Broken {
  readonly usable: false;
  readonly etag: string;
  readonly bytes: Buffer;
  readonly problems: readonly Problem[];
}

/**
 * The content of a configuration file at one time. Immutable; whatever follows from the bytes is computed when it is
 * first needed. All paths of settings are neutral, regardless of the spelling in the file.
 */
export class Version {
  readonly usable = true;

  private constructor(
    readonly etag: string,
    readonly bytes: Buffer,
    readonly bom: boolean,
    /** The text without its byte order mark. Offsets in `root` refer to it. */
    readonly text: string,
    readonly root: JsonObject,
    /** The naming of a file whose keys do not reveal it (CONFIG_NAMING). */
    readonly choice: Naming | undefined,
    /** Like `choice`, but a setting that only one edition has counts more (`naming-choice.ts`). */
    readonly hint: Naming | undefined,
  ) {}

  /**
   * Never throws: problems are reported with line and column, both counted from 1.
   * @param earlier a version whose long lists are probably the same
   */
  static parse(
    bytes: Buffer,
    choice?: Naming,
    source: TextSource = "file",
    hint?: Naming,
    earlier?: ReadText | null,
  ): Version | Broken {
    const etag = etagOf(bytes);
    const broken = (...problems: Omit<Problem, "severity">[]): Broken => ({
      usable: false,
      etag,
      bytes,
      problems: problems.map((problem) => ({ severity: "error", ...problem })),
    });
    if (bytes.length > maxBytes) return broken({ message: tooLarge(bytes.length) });
    const decoded = decode(bytes);
    if ("problem" in decoded) return broken(decoded.problem);
    const { text, bom } = decoded;
    const { root, problems } = readWithRepeats(text, earlier ?? undefined);
    if (!root) return broken(...problems.map((problem) => wordsFor(text, problem, source)));
    if (root.type !== "object") {
      const message = "The file must be a JSON object, which starts with “{” and ends with “}”.";
      return broken({ message, ...placeOf(text, root.start) });
    }
    if (!agreesWithPlatform(text)) return broken({ message: "The file is not valid JSON." });
    return new Version(etag, bytes, bom, text, root, choice, hint);
  }

  static empty(choice?: Naming): Version {
    const version = Version.parse(Buffer.from("{}\n"), choice);
    if (!version.usable) throw new Error("An empty object is a usable file.");
    return version;
  }

  /**
   * The result is not parsed again, because `applyEdits` returns its tree.
   * @throws NotAGroup from `applyEdits`; AppError `invalid-settings` if the file would be too large; Error if
   *   JSON.parse cannot read the result, which is a bug in the panel
   */
  edited(edits: readonly Edit[]): Version {
    return this.rewritten(applied(this, edits));
  }

  withoutRepeats(repeated: RepeatedKey): Version {
    return this.rewritten(withoutRepeats(this, repeated));
  }

  withKey(member: JsonMember, key: string): Version {
    return this.rewritten(withKey(this, member, key));
  }

  private rewritten({ text, root }: ReadText): Version {
    if (!agreesWithPlatform(text)) throw new Error("The edit would have produced invalid JSON.");
    const bytes = encode(text, this.bom);
    if (bytes.length > maxBytes) throw tooMuch(tooLarge(bytes.length));
    return new Version(etagOf(bytes), bytes, this.bom, text, root, this.choice, this.hint);
  }

  /**
   * Computes what every request needs of a version. The steps wait for each other in the event loop, so that other
   * requests are answered in between: with a list of 100,000 entries, each step takes tens of milliseconds.
   */
  async workOut(): Promise<void> {
    for (const step of ["reading", "effective", "facts"] as const) {
      if (Object.hasOwn(this, step)) continue;
      await setImmediate();
      void this[step];
    }
  }

  get reading(): Reading {
    return memoized(this, "reading", read(this.text, this.root, this));
  }

  get isNamingOpen(): boolean {
    return this.choice === undefined && this.hint === undefined && !this.reading.isShown;
  }

  get naming(): Naming {
    return this.reading.naming;
  }

  get edition(): Edition {
    return editionOf(this.naming);
  }

  locate(path: string): Located {
    return this.reading.located.get(path) ?? locate(this.root, path, this.naming);
  }

  /**
   * If the value is an option, returns the option's neutral name, such as `gifProvider1`. Returns undefined
   * if the setting is missing or null. The path of a group has a value only if the file contains something
   * other than an object there.
   */
  rawOf(path: string): JsonValue | undefined {
    return this.reading.raw.get(path);
  }

  get effective(): Effective {
    return memoized(
      this,
      "effective",
      effectiveValues((path) => this.rawOf(path), this.edition.registry),
    );
  }

  get settings(): Settings {
    return memoized(this, "settings", settingsOf(this.effective.values, this.edition));
  }

  get facts(): Facts {
    return memoized(
      this,
      "facts",
      factsOf(this.edition, this.effective.values, (path) => this.rawOf(path)),
    );
  }

  get violations(): readonly RuleViolation[] {
    return memoized(this, "violations", evaluateRules({ ...this.facts, naming: this.naming }));
  }

  get unrecognizedKeys(): readonly UnrecognizedKey[] {
    return memoized(this, "unrecognizedKeys", keysOf(this.edition, this.root, [], ""));
  }

  get unrecognized(): ReadonlyMap<string, UnrecognizedValue> {
    const values = this.unrecognizedKeys.flatMap((key) => valuesOf(this.text, key));
    return memoized(this, "unrecognized", new Map(values.map((value) => [showPath(value.segments), value])));
  }

  get problems(): readonly Problem[] {
    const problems = this.effective.problems.map((problem) => {
      const node = problem.path === undefined ? undefined : this.locate(problem.path).node;
      return node ? { ...problem, ...placeOf(this.text, node.start) } : problem;
    });
    return memoized(this, "problems", [...problems, ...spellingProblems(this)]);
  }
}

function memoized<O extends object, K extends keyof O>(owner: O, name: K, value: O[K]): O[K] {
  Object.defineProperty(owner, name, { value });
  return value;
}

function agreesWithPlatform(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function applied(version: Version, edits: readonly Edit[]): ReadText {
  try {
    return applyEdits(version, edits);
  } catch (error) {
    throw error instanceof TooMuch ? tooMuch(wordsFor("", error.problem).message) : error;
  }
}

export const tooMuch = (message: string): AppError =>
  new AppError("invalid-settings", `${message} Nothing was saved.`, { problems: [{ path: "", message }] });

function read(text: string, root: JsonObject, options: Parameters<typeof detectNaming>[2]): Reading {
  const { naming, isShown, places } = detectNaming(text, root, options);
  const { containerPaths, fields } = editionOf(naming).registry;
  const located = new Map(fields.map(({ path }) => [path, locate(root, path, naming)]));
  const raw = new Map<string, JsonValue>();
  for (const [path, { node }] of located) {
    if (node && node.type !== "null") raw.set(path, neutralValue(path, valueOf(text, node)));
  }
  for (const path of containerPaths) {
    // If a group is not an object, its raw value is recorded, so that the problem is reported. Its settings
    // count as unset.
    const { node } = locate(root, path, naming);
    if (node && node.type !== "null" && node.type !== "object") raw.set(path, valueOf(text, node));
  }
  return { naming, isShown, places, located, raw };
}

export const defaultFacts = (edition: Edition): Facts =>
  factsOf(edition, defaultDocument(edition.registry), () => undefined);

function factsOf({ registry }: Edition, values: Values, rawOf: RawOf): Facts {
  const { fields } = registry;
  const isSet = (path: string) => rawOf(path) !== undefined;
  const secrets = fields.filter(({ kind }) => kind === "secret");
  return {
    values: redact(values, registry),
    set: fields.map(({ path }) => path).filter(isSet),
    secrets: Object.fromEntries(secrets.map(({ path }) => [path, isSet(path) ? "set" : "unset"])),
  };
}

function keysOf(
  edition: Edition,
  group: JsonObject,
  parents: readonly string[],
  parent: string,
): UnrecognizedKey[] {
  const { containerPaths, fieldAt } = edition.registry;
  return countingMembers(group).flatMap((member) => {
    const path = neutralBelow(parent, member.key);
    if (path !== null && fieldAt(path)) return [];
    const segments = [...parents, member.key];
    if (path === null || !containerPaths.includes(path)) return [{ segments, member }];
    return member.value.type === "object" ? keysOf(edition, member.value, segments, path) : [];
  });
}

function valuesOf(text: string, { segments, member: { value } }: UnrecognizedKey): UnrecognizedValue[] {
  if (value.type !== "object" || value.members.length === 0)
    return [{ segments, value: valueOf(text, value) }];
  return countingMembers(value).flatMap((member) =>
    valuesOf(text, { segments: [...segments, member.key], member }),
  );
}

function spellingProblems({ text, root, reading: { naming, places } }: Version): Problem[] {
  const others = Object.entries(places).filter(([other]) => other !== naming);
  const [ownPath, rival] = [places[naming][0], others.flatMap(([, paths]) => paths)[0]];
  if (ownPath === undefined || rival === undefined) return [];
  const message = `The file mixes two spellings of its keys (${showPath(ownPath)} and ${showPath(rival)}). The panel reads both spellings, but the instance reads only one. Rename the keys to one spelling.`;
  const member = memberOf(nodeAt(root, rival.slice(0, -1)), rival.at(-1) ?? "");
  const place = member && placeOf(text, member.keyStart);
  return [{ severity: "warning", code: "mixed-spelling", message, ...place }];
}
