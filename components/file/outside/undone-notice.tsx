import { useMutation, useQueryClient } from "@tanstack/react-query";
import { configQuery } from "@/components/settings/queries/config";
import { useConfigStore } from "@/components/settings/store/config-form";
import { countOf } from "@/components/settings/store/words";
import { useSavedToast } from "@/components/settings/review/use-saved-toast";
import { useRefusal } from "@/components/settings/store/use-setting";
import { Button } from "@/components/ui/button";
import { Callout, type CalloutFrame } from "@/components/ui/callout";
import { AuthorName } from "@/components/shell/author-name";
import { Moment } from "@/components/ui/moment";
import type { FileSummary } from "@/lib/shared/contract/config-snapshot";
import type { UndoneValue } from "@/lib/shared/contract/history";
import { settingOfAny } from "@/lib/shared/settings/editions";
import { describeValue } from "@/lib/shared/settings/wording";
import { dismissUndone, restoreUndone } from "../queries/history";

/** Maximum number of values in the list. Further values are counted: "and 12 more". */
const mostShown = 5;

interface UndoneNoticeProps {
  undone: UndoneValue[];
  document: FileSummary;
  frame?: CalloutFrame;
}

export function UndoneNotice({ undone, document, frame: Frame = Callout }: UndoneNoticeProps) {
  const client = useQueryClient();
  const { receive } = useConfigStore();
  const showSavedToast = useSavedToast();
  const refresh = () => client.invalidateQueries({ queryKey: configQuery().queryKey });

  const apply = useMutation({
    mutationFn: restoreUndone,
    onSuccess: (saved, { paths, etag }) => {
      receive(saved);
      showSavedToast({
        words: `${countOf(paths.length, "value")} applied again`,
        description: "Restart the instance now. Until the restart, it may write its old values again.",
        before: { etag, file: document.file },
        after: saved,
      });
    },
    onSettled: refresh,
  });
  const dismiss = useMutation({ mutationFn: dismissUndone, onSettled: refresh });

  const failure = apply.error ?? dismiss.error;
  const refusalOf = useRefusal();
  const again = undone.filter(({ path, filledUp }) => filledUp?.lasting !== null && refusalOf(path) === null);
  const paths = again.map(({ path }) => path);
  const isFilledUp = undone.every(({ filledUp }) => filledUp);
  return (
    <Frame
      tone="warning"
      role="status"
      className="mb-6"
      title={
        isFilledUp
          ? `Your instance extended ${countOf(undone.length, "list")}`
          : `${countOf(undone.length, "saved value")} undone outside the panel`
      }
      actions={
        <>
          {again.length === 0 ? null : (
            <Button
              size="sm"
              variant="primary"
              busy={apply.isPending}
              disabled={document.file.readOnly !== null}
              onClick={() => apply.mutate({ etag: document.etag, paths })}
            >
              {isFilledUp
                ? `Save ${again.length === 1 ? "a stable list" : "stable lists"}`
                : `Apply ${again.length === 1 ? "" : `${again.length} values `}again`}
            </Button>
          )}
          <Button size="sm" busy={dismiss.isPending} onClick={() => dismiss.mutate()}>
            Dismiss
          </Button>
        </>
      }
    >
      <p>
        {isFilledUp
          ? "At every start, the instance extends a list that is shorter than its default list. To prevent that, repeat the last entry until the list is long enough. This does not change the list's effect."
          : "Another program, often the instance itself, rewrote the file with older values. Apply the values again, then restart the instance to load them."}
      </p>
      <ul className="mt-2 flex flex-col gap-1">
        {undone.slice(0, mostShown).map((value) => (
          <UndoneRow key={value.path} value={value} />
        ))}
      </ul>
      {again.map(({ path, secret }) => {
        const field = secret ? settingOfAny(path) : undefined;
        return field?.kind === "secret" && field.replacing ? (
          <p key={path} className="mt-1 font-medium">
            {field.label}: {field.replacing}
          </p>
        ) : null;
      })}
      {undone.length > mostShown ? <p className="mt-1">And {undone.length - mostShown} more.</p> : null}
      {failure ? (
        <p role="alert" className="mt-2 font-medium text-danger-text">
          {failure.message}
        </p>
      ) : null}
    </Frame>
  );
}

/** Maximum number of characters to show of an unrecognized key's value. */
const mostCharacters = 60;

export function UndoneRow({ value }: { value: UndoneValue }) {
  const { path, known, saved, now, secret, author, authorKind, savedAt, isRemoved, filledUp } = value;
  const field = known ? settingOfAny(path) : undefined;
  const words = (one: unknown) => (field ? describeValue(field, one) : asJson(one));
  const authorName = <AuthorName author={author} kind={authorKind} />;
  const by = (
    <>
      {authorName} saved on <Moment at={savedAt} />
    </>
  );
  return (
    <li className="wrap-anywhere">
      {field ? <span className="font-medium">{field.label}</span> : <code>{path}</code>}
      {isRemoved.saved ? (
        <>
          , which {authorName} removed on <Moment at={savedAt} />, is back in the file
        </>
      ) : filledUp ? (
        <>
          : {words(saved)}, which {by}, became {words(now)}.{" "}
          {filledUp.lasting === null
            ? "Add at least one entry of your own."
            : `${words(filledUp.lasting)} stays.`}
        </>
      ) : isRemoved.now ? (
        <>
          : {secret ? "the secret" : words(saved)}, which {by}, is gone
        </>
      ) : secret || words(saved) === words(now) ? (
        // Omits the two values if they would look the same. Example: two lists whose elements have the same
        // names but differ in another key.
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
