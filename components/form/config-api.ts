import type { ConfigDocument, Operation } from "@/lib/config/document";
import type { ConfigStore } from "./config-store";
import type { Entries, Entry } from "./entry";

/** What the one form of the whole configuration offers to whatever shows or changes it. */
export interface ConfigApi {
  store: ConfigStore;
  /** Gives a setting's control another entry. */
  write: (path: string, entry: Entry) => void;
  /** Gives settings the entries that operations amount to; nothing is saved. */
  apply: (operations: readonly Operation[]) => void;
  /** Takes over a newer version of the file; `sent` is what was just saved. Drafts stay. */
  receive: (document: ConfigDocument, sent?: Entries) => void;
  /** Back to the file, for these settings or for all that are changed. */
  revert: (paths?: readonly string[]) => void;
  /** Checks settings and shows what is wrong at their controls. */
  check: (paths: readonly string[]) => Promise<boolean>;
  /** Shows a problem at a setting's control until it is changed. */
  showProblem: (path: string, message: string) => void;
}
