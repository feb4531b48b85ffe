import type { Naming } from "@/lib/shared/contract/config-snapshot";
import type { TakesEffect } from "../kinds/kind";
import type { Registry } from "../registry";
import type { Rule } from "../rules/rule";
import type { SettingPath, SettingReader } from "../types";

/** How the files of an edition spell keys and values, if they differ from the specification. */
export interface Spelling {
  /** Neutral path of a renamed key → its last segment in the file. Renamed parent keys have separate entries. */
  readonly keys: Readonly<Record<string, string>>;
  /** Neutral path → neutral option value → the value in the file. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** How a program sends mail, for the parts that differ between programs. */
export interface MailWays {
  /**
   * `starttls`: true if it requires STARTTLS, false if it never uses it, null if it uses STARTTLS when the mail
   * server offers it.
   */
  smtp(settings: SettingReader): { starttls: boolean | null; anyCertificate: boolean };
  /** The user and the region for the first API provider. `needs`: other settings without which it cannot send. */
  emailApi1(settings: SettingReader): {
    user: string | null;
    isEuropean: boolean;
    needs: readonly SettingPath[];
  };
}

/** A message on the broker that makes a program reload its file without a restart. */
export interface ReloadEvent {
  /** A fanout exchange that is not durable. Every process of the instance listens to it. */
  readonly exchange: string;
  /** The message's type; its body does not matter. */
  readonly type: string;
}

/**
 * Everything that is specific to one server program. No other code depends on a program: it calls
 * `editionOf(naming)`.
 */
export interface Edition {
  /** The naming of this edition's files. */
  readonly naming: Naming;
  /** How the files spell keys, in words: "As written in the specification". */
  readonly spelledAs: string;
  /** The edition's settings, with its own defaults. Settings that the program never reads are marked. */
  readonly registry: Registry;
  readonly spelling: Spelling;
  /** Settings without which the program exits at startup. Empty if this is not known. */
  readonly startNeeds: readonly SettingPath[];
  /** Every relation between the settings that the panel checks. */
  readonly rules: readonly Rule[];
  /** The last part of the API's public address. The instance announces that address to clients. */
  readonly apiPath: "" | "/api";
  /** Whether the API answers `GET /ping`. If so, an address without an answer is not the API's. */
  readonly answersPing: boolean;
  /** Another server reads these files, so this panel is not their instance unless an operator says so. */
  readonly isOfOtherServer: boolean;
  readonly mail: MailWays;
  /** What happens to a bot's tokens when they are reset, as a sentence. */
  readonly tokenReset: string;
  /** When changes take effect, for settings that do not define it themselves. */
  readonly takesEffect: TakesEffect;
  /** null: the program reads its file only at startup. */
  readonly reloadEvent: ReloadEvent | null;
  /** Paths on the host `general.serverName` where clients find all other addresses; empty if there are none. */
  readonly discovery: readonly string[];
  /**
   * Lists that the program merges by index with its own default list whenever it rewrites the file. Maps the
   * neutral key path to the default list. `filledUp` computes the result.
   */
  readonly mergedLists: Readonly<Record<string, readonly unknown[]>>;
}

/** When a change of a setting takes effect. */
export const takesEffect = ({ registry, takesEffect: usual }: Edition, path: string): TakesEffect =>
  registry.fieldAt(path)?.takesEffect ?? usual;

/**
 * The list after the program has merged it with its own list and rewritten the file: a shorter list is extended by
 * index. Returns the same list if it does not change.
 */
export function filledUp(list: readonly unknown[], own: readonly unknown[]): readonly unknown[] {
  return list.length >= own.length ? list : [...list, ...own.slice(list.length)];
}

/** An equivalent list that is long enough to stay unchanged; null if there is no entry to repeat. */
export function lastingList(list: readonly unknown[], own: readonly unknown[]): readonly unknown[] | null {
  if (list.length === 0) return null;
  return [...list, ...own.slice(list.length).map(() => list.at(-1))];
}
