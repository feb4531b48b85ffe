import { Fragment } from "react";

interface BreakableProps {
  text: string;
  /** The only character after which the text may wrap. */
  after: "." | "_";
}

/** A name that wraps between its words, but not inside a word. */
export function Breakable({ text, after }: BreakableProps) {
  return text.split(after).map((word, index) => (
    <Fragment key={index}>
      {index > 0 ? (
        <>
          {after}
          <wbr />
        </>
      ) : null}
      {word}
    </Fragment>
  ));
}
