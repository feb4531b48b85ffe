import "server-only";
import { AppError } from "@/lib/errors";
import type { DocumentProblem } from "./read";

const MOST_PROBLEMS = 100;

/** @throws AppError `invalid-document` when there are problems, in the order of the document */
export function refuseProblems(problems: readonly DocumentProblem[]): void {
  if (problems.length === 0) return;
  const ordered = problems.toSorted((a, b) => a.line - b.line || a.column - b.column);
  const shown = ordered.slice(0, MOST_PROBLEMS);
  const more = ordered.length - shown.length;
  const count = ordered.length === 1 ? "1 problem" : `${ordered.length} problems`;
  const rest = more > 0 ? ` The first ${MOST_PROBLEMS} are listed.` : "";
  throw new AppError(
    "invalid-document",
    `The document has ${count}, so nothing was changed.${rest} Correct what is listed and run it again.`,
    { problems: shown },
  );
}
