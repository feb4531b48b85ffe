import "server-only";
import { Lexer } from "yaml";
import { AppError } from "@/lib/errors";

/** Maximum size in bytes, enough for about 1,500 bots. */
export const LARGEST_DOCUMENT = 256 * 1024;
const MOST_TOKENS = 150_000;
/** Maximum nesting. A valid document needs five levels. */
export const DEEPEST = 16;
const MOST_ALIASES = 200;

const refuse = (words: string) => new AppError("invalid-document", `${words} Nothing was changed.`);

export const tooLarge = () =>
  new AppError(
    "body-too-large",
    `The document is larger than ${LARGEST_DOCUMENT / 1024} KB. Split it into several documents, and provision them one by one.`,
  );

/**
 * Refuses texts that would occupy the YAML parser for long, exhaust its memory, or crash the process: the parser is
 * recursive, so brackets nested a hundred thousand deep overflow the stack.
 * @throws AppError `body-too-large`, `invalid-document`
 */
export function checkLimits(text: string): void {
  if (Buffer.byteLength(text) > LARGEST_DOCUMENT) throw tooLarge();
  let tokens = 0;
  let brackets = 0;
  /** The number of collections that the current line opens with "- " or "? ". */
  let dashes = 0;
  let aliases = 0;
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    tokens += 1;
    // The token after U+001F is the text of a scalar, so its characters are not syntax.
    if (!isScalar) {
      if (token === "[" || token === "{") brackets += 1;
      else if (token === "]" || token === "}") brackets -= 1;
      else if (token === "-" || token === "?") dashes += 1;
      else if (token.includes("\n")) dashes = 0;
      else if (token.startsWith("*")) aliases += 1;
    }
    isScalar = token === "\u001f";
    if (brackets > DEEPEST || dashes > DEEPEST)
      throw refuse(`The document nests more than ${DEEPEST} levels deep. Flatten it.`);
    if (aliases > MOST_ALIASES)
      throw refuse(
        `The document has more than ${MOST_ALIASES} aliases. Replace some of them with their values.`,
      );
    if (tokens > MOST_TOKENS)
      throw refuse(
        "The document has too many parts. Split it into several documents, and provision them one by one.",
      );
  }
}
