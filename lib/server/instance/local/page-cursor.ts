import "server-only";
import { AppError } from "@/lib/errors";
import type { NameCursor, TimeCursor } from "./types";

/** The number of entries per page. */
export const PAGE = 50;
/** Maximum length in characters. No name is longer. */
const LONGEST_SEARCH = 100;
/**
 * Maximum length in characters. The key in a cursor is a name's compatibility form, which is up to 18 times as long
 * as the name.
 */
const LONGEST_CURSOR = 4_000;

const noCursor = () =>
  new AppError("invalid-input", "This page position is not valid. Start from the first page.");

/** Removes NUL, because PostgreSQL rejects it in text. */
export const cleanSearch = (text = ""): string => text.slice(0, LONGEST_SEARCH).replaceAll("\0", "").trim();

/** Parses `<id>.<name key>` of a page's last entry. @throws AppError `invalid-input` */
export function nameCursor(text: string): NameCursor {
  const [, id, key] =
    text.length > LONGEST_CURSOR || text.includes("\0") ? [] : (/^(\d{1,20})\.(.*)$/s.exec(text) ?? []);
  if (id === undefined || key === undefined) throw noCursor();
  return { id, key };
}

/** Parses `<ms since 1970>.<id>` of a page's last entry. @throws AppError `invalid-input` */
export function timeCursor(text: string): TimeCursor {
  const [, at, id] = text.length > LONGEST_CURSOR ? [] : (/^(\d{1,15})\.(\d{1,20})$/.exec(text) ?? []);
  if (at === undefined || id === undefined) throw noCursor();
  return { at: Number(at), id };
}

/**
 * @param found at most one entry more than a page shows
 * @returns `shown`: the entries of the page; `last`: the last of these entries, or undefined if no page follows
 */
export function pageOf<T>(found: readonly T[]): { shown: T[]; last: T | undefined } {
  const shown = found.slice(0, PAGE);
  return { shown, last: found.length > PAGE ? shown.at(-1) : undefined };
}
