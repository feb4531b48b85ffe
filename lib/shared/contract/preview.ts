/** A line of the file's text, secrets hidden. */
export interface DiffLine {
  kind: "same" | "added" | "removed";
  text: string;
}

/** Neighboring lines around a change; line numbers from 1. */
export interface DiffHunk {
  oldStart: number;
  newStart: number;
  lines: DiffLine[];
}

/** The answer of `POST /api/panel/config/preview`: what an edit would make of the file's text. Nothing is written. */
export interface ConfigPreview {
  /** Version of the file that the edit was tried on. */
  etag: string;
  hunks: DiffHunk[];
}
