import type { Naming } from "../../contract/config-snapshot";
import type { TakesEffect } from "../kinds/kind";
import type { Registry } from "../registry";
import type { SettingPath, SettingReader } from "../types";
import type { Card, Field, Section } from "../field";

/** The spelling of keys and values in an edition's files. Contains only differences from the specification. */
export interface Spelling {
  /**
   * Maps the path of a renamed key to the key's name in the file. A renamed parent key has a separate entry.
   */
  readonly keys: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export interface FormerKey {
  readonly path: string;
  readonly opposite?: true;
}

/** How a server program sends mail. Contains only differences between programs. */
export interface MailWays {
  /**
   * `starttls`: true if STARTTLS is required, false if it is never used, null if it is used when the mail server offers
   * it.
   */
  smtp(settings: SettingReader): { starttls: boolean | null; anyCertificate: boolean };
  /**
   * The user and the region for the mail provider `emailApi1`. `needs` lists other settings that the program
   * requires to send mail.
   */
  emailApi1(settings: SettingReader): {
    user: string | null;
    isEuropean: boolean;
    needs: readonly SettingPath[];
  };
}

/** A message on the broker that makes the program reload its file without a restart. */
export interface ReloadEvent {
  /** The name of a fanout exchange that is not durable. All processes of the instance listen to it. */
  readonly exchange: string;
  /** The type of the message. The program ignores the message's body. */
  readonly type: string;
}

/** The properties of one server program. Code that depends on the program uses `editionOf(naming)`. */
export interface Edition {
  readonly naming: Naming;
  /** Describes how the files spell keys, such as "As written in the specification". */
  readonly spelledAs: string;
  /** Settings that the program never reads are marked as unused. */
  readonly registry: Registry;
  readonly spelling: Spelling;
  /**
   * Maps the path of a key of an earlier version of the program, as its files spell it, to the setting that replaces
   * it. `opposite`: on means off.
   */
  readonly formerKeys: Readonly<Record<string, FormerKey>>;
  /** Settings that must be set, or the program exits at startup. Empty if these settings are not known. */
  readonly startNeeds: readonly SettingPath[];
  /** The path at the end of the public API address that the instance announces to clients. */
  readonly apiPath: "" | "/api";
  /** Whether the API answers `GET /ping`. If so, an address that does not answer is not the address of the API. */
  readonly answersPing: boolean;
  /** Whether another server reads these files. */
  readonly isOfOtherServer: boolean;
  readonly mail: MailWays;
  readonly tokenReset: string;
  /** When a change to a setting takes effect, unless the setting itself defines it. */
  readonly takesEffect: TakesEffect;
  /** The path, at each part's origin, of metrics in Prometheus's format. */
  readonly metricsPath: string | null;
  /** The path, at the API's origin, at which the program reports its version. */
  readonly versionPath: string | null;
  /** The name with which the program reports itself at `versionPath`. */
  readonly implementation: string | null;
  /** The revision of the program that the edition describes, and its date. */
  readonly describes: { readonly rev: string; readonly date: string } | null;
  /** The message that makes the program reload its file. */
  readonly reloadEvent: ReloadEvent | null;
  /**
   * Paths on the host `general.serverName` at which clients look up all other addresses. Empty if the program offers no
   * such lookup.
   */
  readonly discovery: readonly string[];
  /**
   * Maps the path of a list to the program's default list. Whenever the program rewrites the file, it merges
   * both lists, index by index. `filledUp` computes the merged list.
   */
  readonly mergedLists: Readonly<Record<string, readonly unknown[]>>;
}

export const takesEffect = ({ registry, takesEffect: usual }: Edition, path: string): TakesEffect =>
  registry.fieldAt(path)?.takesEffect ?? usual;

/**
 * Merges a list with the program's default list `own`, as the program does: a shorter list gets the remaining
 * default entries. Otherwise, returns the same list. Example: `["9"]` and `["6", "7", "8"]` become
 * `["9", "7", "8"]`.
 */
export function filledUp(list: readonly unknown[], additions: readonly unknown[]): readonly unknown[] {
  return list.length >= additions.length ? list : [...list, ...additions.slice(list.length)];
}

/** Repeats the last entry of a list until the program no longer extends the list. Returns null for an empty list. */
export function lastingList(
  list: readonly unknown[],
  additions: readonly unknown[],
): readonly unknown[] | null {
  if (list.length === 0) return null;
  return [...list, ...additions.slice(list.length).map(() => list.at(-1))];
}

export type Changes = Readonly<Record<string, Partial<Field>>>;

export function changed(sections: readonly Section[], changes: Changes): readonly Section[] {
  const changedField = (field: Field): Field => ({ ...field, ...changes[field.path] }) as Field;
  return sections.map((section) => ({
    ...section,
    cards: section.cards.map((card): Card => ({ ...card, fields: card.fields.map(changedField) })),
  }));
}
