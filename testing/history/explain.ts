/*
 * Decides whether the versions that the panel recorded explain everything that clients saw. All times are milliseconds of
 * one clock, the clients'.
 */

type Settings = Readonly<Record<string, unknown>>;

/** A version in the panel's history, in the order in which the panel recorded it. */
export interface Recorded {
  etag: string;
  /** The values of the settings that clients change. */
  settings: Settings;
}

interface Timed {
  began: number;
  /** When the answer arrived. Infinity if the connection was lost. */
  ended: number;
  where: string;
}

/** A save of `setting`. Each value is used once. */
export interface Save extends Timed {
  kind: "save";
  base: string;
  setting: string;
  value: number;
  /** The new etag if the panel confirmed the save, `refused` if it refused it, `unknown` if no answer arrived. */
  answer: { etag: string } | "refused" | "unknown";
}

/** A read, with the etag and the settings of the answer. */
export interface Read extends Timed {
  kind: "read";
  etag: string;
  settings: Settings;
}

/** An edit by another program, which renames a new file into place. */
export interface OutsideEdit extends Timed {
  kind: "outside";
  etag: string;
  settings: Settings;
}

export type Event = Save | Read | OutsideEdit;

export interface Observed {
  events: readonly Event[];
  versions: readonly Recorded[];
  /** The etag of the file at the end. */
  file: string;
  /** How many saves of each setting the audit log contains. */
  audited: Readonly<Record<string, number>>;
}

const same = (first: Settings, second: Settings): boolean => {
  const names = [...new Set([...Object.keys(first), ...Object.keys(second)])];
  return names.every((name) => first[name] === second[name]);
};

/** Returns a sentence for each event that no serial history explains. Empty if all is explained. */
export function unexplained({ events, versions, file, audited }: Observed): string[] {
  const problems: string[] = [];
  const order = new Map(versions.map(({ etag }, index) => [etag, index]));
  const outside = new Map(
    events.flatMap((event) => (event.kind === "outside" ? [[event.etag, event] as const] : [])),
  );
  const saves = events.filter((event) => event.kind === "save");
  const confirmed = saves.flatMap((save) =>
    typeof save.answer === "object" ? [{ ...save, etag: save.answer.etag }] : [],
  );
  const settingsOf = (etag: string): Settings | undefined =>
    versions[order.get(etag) ?? -1]?.settings ?? outside.get(etag)?.settings;

  for (const { etag, base, setting, value, where } of confirmed) {
    const index = order.get(etag);
    if (index === undefined) {
      problems.push(`the save of ${setting} = ${value} at ${where} was confirmed, but is not in the history`);
      continue;
    }
    const before = settingsOf(base);
    if (!before) problems.push(`the base of the version ${etag} is in no history`);
    else if (!same(versions[index]!.settings, { ...before, [setting]: value }))
      problems.push(`the version ${etag} is not its base with ${setting} = ${value}`);
  }

  for (const { setting, value, answer } of saves)
    if (answer === "refused" && versions.some(({ settings }) => settings[setting] === value))
      problems.push(`the save of ${setting} = ${value} was refused, but is in the history`);

  for (const setting of new Set(saves.map((save) => save.setting))) {
    const least = confirmed.filter((save) => save.setting === setting).length;
    const unknown = saves.filter((save) => save.setting === setting && save.answer === "unknown").length;
    const entries = audited[setting] ?? 0;
    if (entries < least || entries > least + unknown)
      problems.push(`the audit log has ${entries} saves of ${setting}, and ${least} were confirmed`);
  }

  const inTime = confirmed
    .flatMap((save) => (order.has(save.etag) ? [{ ...save, index: order.get(save.etag)! }] : []))
    .sort((first, second) => first.ended - second.ended);
  for (const save of inTime) {
    const earlier = inTime.findLast(({ ended, index }) => ended < save.began && index >= save.index);
    if (earlier && earlier.etag !== save.etag)
      problems.push(
        `the save of ${save.setting} = ${save.value} comes before one that was confirmed earlier`,
      );
  }

  const firstSeen = new Map<string, number>();
  for (const event of events) {
    const etag = event.kind === "save" ? (typeof event.answer === "object" ? event.answer.etag : null) : null;
    if (etag !== null) firstSeen.set(etag, event.began);
    if (event.kind === "outside") firstSeen.set(event.etag, event.began);
  }
  for (const read of events.filter((event) => event.kind === "read")) {
    const settings = settingsOf(read.etag);
    if (!settings) {
      problems.push(`a read at ${read.where} returned ${read.etag}, which nobody wrote`);
      continue;
    }
    if (!same(settings, read.settings))
      problems.push(`a read at ${read.where} returned other values than ${read.etag} has`);
    if ((firstSeen.get(read.etag) ?? -Infinity) > read.ended)
      problems.push(`a read at ${read.where} returned ${read.etag} before anybody began to write it`);
    const index = order.get(read.etag);
    const passed = inTime.findLast((save) => save.ended < read.began && save.index > (index ?? Infinity));
    if (passed)
      problems.push(
        `a read at ${read.where} returned ${read.etag}, although ${passed.etag} was confirmed before it`,
      );
  }

  if (versions.at(-1)?.etag !== file) problems.push("the file is not the newest version in the history");
  return problems;
}
