import { useState } from "react";

interface TypedText {
  value: unknown;
  onChange: (value: unknown) => void;
  /** How a value is written into the box. */
  write: (value: unknown) => string;
  /** What a text means; a value that is not of the field's type makes the check complain. */
  read: (text: string) => unknown;
}

/**
 * The text of a box whose value is not a text. While somebody types, the text is theirs ("1." stays "1."); when the
 * value changes from elsewhere (reset, another operator's save), the text follows.
 */
export function useTypedText({ value, onChange, write, read }: TypedText): [string, (text: string) => void] {
  const [typed, setTyped] = useState({ text: write(value), value });
  const isOwn = Object.is(typed.value, value);
  if (!isOwn) setTyped({ text: write(value), value });

  const change = (text: string) => {
    const next = read(text);
    setTyped({ text, value: next });
    onChange(next);
  };
  return [isOwn ? typed.text : write(value), change];
}
