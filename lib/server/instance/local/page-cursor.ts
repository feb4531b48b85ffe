import "server-only";
import { AppError } from "@/lib/errors";
import type { NameCursor, TimeCursor } from "./types";

/** How many guilds, members, users or tokens a page contains. */
export const PAGE = 50;
/** Maximum length in characters; no name is longer. */
const LONGEST_SEARCH = 100;
/** Maximum length in characters. Compatibility forms are up to 18 times as long as their names. */
const LONGEST_CURSOR = 4_000;

const noCursor = () =>
  new AppError("invalid-input", "This page position is not valid. Start from the first page.");

/** PostgreSQL cannot store NUL in text. */
export const cleanSearch = (text = ""): string => text.slice(0, LONGEST_SEARCH).replaceAll("\0", "").trim();

/** Parses a cursor: `<id>.<key of the name>` of a page's last entry. @throws AppError `invalid-input` */
export function nameCursor(text: string): NameCursor {
  const [, id, key] =
    text.length > LONGEST_CURSOR || text.includes("\0") ? [] : (/^(\d{1,20})\.(.*)$/s.exec(text) ?? []);
  if (id === undefined || key === undefined) throw noCursor();
  return { id, key };
}

/** Parses a cursor: `<ms since 1970>.<id>` of a page's last entry. @throws AppError `invalid-input` */
export function timeCursor(text: string): TimeCursor {
  const [, at, id] = text.length > LONGEST_CURSOR ? [] : (/^(\d{1,15})\.(\d{1,20})$/.exec(text) ?? []);
  if (at === undefined || id === undefined) throw noCursor();
  return { at: Number(at), id };
}

/**
 * The entries of a page, and the last of them if another page follows.
 * @param found one entry more than a page shows, if there is one
 */
export function pageOf<T>(found: readonly T[]): { shown: T[]; last: T | undefined } {
  const shown = found.slice(0, PAGE);
  return { shown, last: found.length > PAGE ? shown.at(-1) : undefined };
}
