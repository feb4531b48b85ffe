import type { JsonProblem } from "./tree";

/** Words of other languages for values, and what JSON has instead. */
const words: Readonly<Record<string, string>> = {
  True: "true",
  TRUE: "true",
  False: "false",
  FALSE: "false",
  None: "null",
  nil: "null",
  Null: "null",
  NULL: "null",
  undefined: "null",
};

const spaces = /[\u00a0\u200b\u2007\u202f\u2060\u3000\ufeff]/;

/** Names the cause of a syntax error, if the text shows what has happened to it. */
export function causeOf(
  text: string,
  { code, start }: Pick<JsonProblem, "code" | "start">,
): string | undefined {
  const beginning = text.trimStart();
  if (/^<(?:!doctype|html|head|body|\?xml)/i.test(beginning))
    return "This is a web page, not JSON. Something answered in the place of the file. Download the file again.";
  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start + 200).split("\n", 1)[0] ?? "";
  if (/^(?:<{7}|={7}|>{7}|\|{7})(?: |\r?$)/.test(line))
    return "This is a mark of an unfinished merge. Keep one of the two sides, and remove the lines with <<<<<<<, ======= and >>>>>>>.";
  const character = text[start] ?? "";
  if (/[“”„‘’«»]/.test(character))
    return `This is a curly quote (${character}), which word processors insert. Use straight double quotes.`;
  if (spaces.test(character))
    return "This is a no-break or another special space, which JSON does not allow. Replace it with an ordinary space.";
  if (/[–—−]\d/.test(text.slice(start, start + 2)))
    return "This is a dash, not a minus sign. Write the number with an ordinary hyphen, such as -1.";
  const word = /^[A-Za-z]+/.exec(text.slice(start, start + 20))?.[0] ?? "";
  if (Object.hasOwn(words, word)) return `${word} is not JSON. Write ${words[word]}.`;
  if (/^-?(?:NaN|Infinity)/.test(text.slice(start, start + 9)))
    return "JSON has no NaN and no Infinity. Write a number, or null for the default.";
  const tag = /^![\w!]+/.exec(text.slice(start, start + 20))?.[0];
  if (tag !== undefined) return `${tag} is a YAML tag, which JSON does not have. Write the value itself.`;
  if (/^(?:\$\{?[A-Za-z_]|<%)/.test(text.slice(start, start + 20)) || isInBraces(text, start))
    return unfilled;
  if (isYaml(beginning)) return "This is YAML, not JSON. Convert it to JSON.";
  if (code === "after-end" && /[{[]/.test(character))
    return "A second JSON document starts here. Keep one of the two.";
  return undefined;
}

export const unfilled =
  "This looks like a template that nothing has filled in. Enter the value, or fill in the template.";

/** Whether the second brace of a placeholder such as `{{ name }}` is at an offset. */
const isInBraces = (text: string, at: number): boolean =>
  /^\{\{[^{}":]*\}\}/.test(text.slice(Math.max(0, at - 1), at + 100));

const isYaml = (beginning: string): boolean =>
  /^(?:---\s|(?:#[^\n]*\n\s*)*[A-Za-z_][\w.-]*:(?:[ \t]|\r?\n))/.test(beginning);
