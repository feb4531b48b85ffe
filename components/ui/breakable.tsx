import { Fragment } from "react";

interface BreakableProps {
  text: string;
  /** The text may break only after this character. */
  after: "." | "_";
}

/** A name that breaks between its words, never inside one. */
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
