/* Characters that a person cannot see in a field. Pasted texts often contain them. */

const names: Readonly<Record<string, string>> = {
  "\0": "a NUL character",
  "\t": "a tab",
  "\n": "a line break",
  "\r": "a line break",
  "\u00a0": "a no-break space",
  "\u00ad": "a soft hyphen",
  "\u200b": "a zero-width space",
  "\u2028": "a line separator",
  "\u2029": "a paragraph separator",
  "\u202f": "a narrow no-break space",
  "\u2060": "a word joiner",
  "\u3000": "a wide space",
  "\ufeff": "a byte order mark",
};

export interface HiddenCharacter {
  readonly name: string;
  /** Counted from 1. */
  readonly position: number;
}

/** Never meant in one line of text: they look like nothing, reorder the text, or end it for some programs. */
const neverMeant = /[\p{Cc}\u200b\u2028\u2029\u2060\ufeff\p{Bidi_Control}]/u;
/** May be meant, but usually come from a word processor or a web page. Joiners in names are not among them. */
const seldomMeant = /[\u00a0\u00ad\u202f\u3000“”„‘’]/u;

const ends = /^[\s\u200b\u2060\ufeff]+|[\s\u200b\u2060\ufeff]+$/gu;

/** Removes blanks, line breaks and other invisible characters at both ends. */
export const trimmedText = (text: string): string => text.replace(ends, "");

function firstOf(pattern: RegExp, text: string): HiddenCharacter | undefined {
  // Lists have 100,000 texts, and few of them have such a character.
  if (!pattern.test(text)) return undefined;
  const characters = Array.from(text);
  const index = characters.findIndex((character) => pattern.test(character));
  const character = characters[index];
  if (character === undefined) return undefined;
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  const quote = /[“”„‘’]/.test(character) ? `the curly quote ${character}` : undefined;
  const name = quote ?? names[character] ?? `the invisible control character U+${code}`;
  return { name, position: index + 1 };
}

const remove = (character: HiddenCharacter | undefined): string | undefined =>
  character &&
  `This contains ${character.name} at position ${character.position}. Remove it, or type the text again.`;

/** Returns why a line of text cannot be meant as typed. Never contains the text, which may be a secret. */
export const hiddenRefusal = (text: string): string | undefined => remove(firstOf(neverMeant, text));

/** Like `hiddenRefusal`, for a text that is not valid: also names characters that may be meant in a valid text. */
export const hiddenCause = (text: string): string | undefined =>
  hiddenRefusal(text) ?? remove(firstOf(seldomMeant, text));

/** Undefined if the text has none. */
export function hiddenWarning(text: string): string | undefined {
  const character = firstOf(seldomMeant, text);
  return (
    character && `This contains ${character.name} at position ${character.position}. Check that it is meant.`
  );
}
