import { AuthorName } from "@/components/shell/author-name";
import { Moment } from "@/components/ui/moment";
import type { UndoneValue } from "@/lib/shared/contract/history";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { describeValue } from "@/lib/shared/settings/wording";

/** Maximum number of characters of an unrecognized key's value. */
const mostCharacters = 60;

/** A sentence about one reverted value: the saved value, its author and time, and the value in the file. */
export function UndoneRow({ value }: { value: UndoneValue }) {
  const { path, known, saved, now, secret, author, authorKind, savedAt, isRemoved, filledUp } = value;
  const field = known ? settingOfAny(path) : undefined;
  const words = (one: unknown) => (field ? describeValue(field, one) : asJson(one));
  const who = <AuthorName author={author} kind={authorKind} />;
  const by = (
    <>
      {who} saved on <Moment at={savedAt} />
    </>
  );
  return (
    <li className="wrap-anywhere">
      {field ? <span className="font-medium">{field.label}</span> : <code>{path}</code>}
      {isRemoved.saved ? (
        <>
          , which {who} removed on <Moment at={savedAt} />, is back in the file
        </>
      ) : filledUp ? (
        <>
          : {words(saved)}, which {by}, became {words(now)}.{" "}
          {filledUp.lasting === null
            ? "List at least one entry of your own."
            : `${words(filledUp.lasting)} stays.`}
        </>
      ) : isRemoved.now ? (
        <>
          : {secret ? "the secret" : words(saved)}, which {by}, is gone
        </>
      ) : secret || words(saved) === words(now) ? (
        // Omits the values if the current and the earlier value would look the same, such as two lists whose elements
        // have the same names but differ in another key.
        <>
          : {secret ? "the secret that" : "what"} {by}, has its earlier value
        </>
      ) : (
        <>
          : {words(saved)}, which {by}, is {words(now)} again
        </>
      )}
    </li>
  );
}

function asJson(value: unknown): string {
  const text = Array.from(JSON.stringify(value));
  return text.length <= mostCharacters ? text.join("") : `${text.slice(0, mostCharacters).join("")}…`;
}
