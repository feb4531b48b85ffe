import type { Severity } from "./document";

export interface ReadProblem {
  severity: Severity;
  message: string;
  /** The value that was meant, where that can be told: setting it mends the file. Never for secrets. */
  correction?: unknown;
}

export interface ReadResult {
  value: unknown;
  problem?: ReadProblem;
}
