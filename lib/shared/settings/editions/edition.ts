import type { Naming } from "@/lib/shared/contract/config-snapshot";
import type { TakesEffect } from "../kinds/kind";
import type { Registry } from "../registry";
import type { Rule } from "../rules/rule";
import type { SettingPath, SettingReader } from "../types";

/** How the files of an edition spell what the specification names otherwise. */
export interface Spelling {
  /** Neutral path of a renamed key → its last segment in the file. Parent keys are renamed by entries of their own. */
  readonly keys: Readonly<Record<string, string>>;
  /** Neutral path → neutral option value → the value in the file. */
  readonly values: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** How a program sends mail, where programs differ. */
export interface MailWays {
  /** `starttls`: whether it requires STARTTLS or never uses it; null: it uses STARTTLS if the mail server offers it. */
  smtp(settings: SettingReader): { starttls: boolean | null; anyCertificate: boolean };
  /** As whom it signs in to the first API provider, in which region; `needs`: what it cannot send without, besides. */
  emailApi1(settings: SettingReader): {
    user: string | null;
    isEuropean: boolean;
    needs: readonly SettingPath[];
  };
}

/** A message on the broker at which a program reads its file again, without a restart. */
export interface ReloadEvent {
  /** A fanout exchange that is not durable: every process of the instance listens to it. */
  readonly exchange: string;
  /** The message's type; its body does not matter. */
  readonly type: string;
}

/**
 * What one server program knows. Everything specific to a program is in its edition and nowhere else:
 * all other code asks `editionOf(naming)`.
 */
export interface Edition {
  /** Files of this naming are of this edition. */
  readonly naming: Naming;
  /** How keys are spelled in those files, in words: "As written in the specification". */
  readonly spelledAs: string;
  /** Its settings, with its own defaults, and marked where it never reads them. */
  readonly registry: Registry;
  readonly spelling: Spelling;
  /** Settings without which it exits at its start. Empty where that is not known. */
  readonly startNeeds: readonly SettingPath[];
  /** Every relation between its settings that the panel checks. */
  readonly rules: readonly Rule[];
  /** What the public address of its API ends with; the instance announces that address to clients. */
  readonly apiPath: "" | "/api";
  /** Whether `GET /ping` under its API is answered, so that an address where it is not is not the API's. */
  readonly answersPing: boolean;
  /**
   * A server of its own reads these files: this panel is not the instance that they are of, unless somebody says so.
   */
  readonly isOfOtherServer: boolean;
  readonly mail: MailWays;
  /** What becomes of a bot's tokens when they are reset, as a sentence. */
  readonly tokenReset: string;
  /** When changes take effect, of settings that do not say so themselves. */
  readonly takesEffect: TakesEffect;
  /** null: it reads its file at its start only. */
  readonly reloadEvent: ReloadEvent | null;
  /** Paths at the host of `general.serverName` by which clients find all other addresses; none where it has no such. */
  readonly discovery: readonly string[];
  /**
   * Lists of the file that the program merges by index with its own default list whenever it rewrites the file, by
   * neutral key path, with that default list. `filledUp` says what becomes of a list.
   */
  readonly mergedLists: Readonly<Record<string, readonly unknown[]>>;
}

/** When a change of a setting takes effect. */
export const takesEffect = ({ registry, takesEffect: usual }: Edition, path: string): TakesEffect =>
  registry.fieldAt(path)?.takesEffect ?? usual;

/**
 * What a list is after the program has read it and written its file again, where it merges it with its own list: a
 * shorter one is filled up by index. The same list where it stays as it is.
 */
export function filledUp(list: readonly unknown[], own: readonly unknown[]): readonly unknown[] {
  return list.length >= own.length ? list : [...list, ...own.slice(list.length)];
}

/** A list of the same meaning that is long enough to stay as it is; null where there is nothing to repeat. */
export function lastingList(list: readonly unknown[], own: readonly unknown[]): readonly unknown[] | null {
  if (list.length === 0) return null;
  return [...list, ...own.slice(list.length).map(() => list.at(-1))];
}
