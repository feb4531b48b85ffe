import { useMutation } from "@tanstack/react-query";
import { RequestError } from "@/components/shell/queries/call";
import { countOf } from "@/components/settings/store/words";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import type { RawText } from "@/lib/shared/contract/config";
import { showRawConfig } from "../queries/config";

interface RawNoticesProps {
  /** Whether the file has changed since the text was loaded. */
  isBehind: boolean;
  conflicts: number;
  failure: Error | null;
  onTakeOver: () => void;
  onDiscard: () => void;
  onEndComparison: () => void;
}

export function RawNotices(props: RawNoticesProps) {
  const { isBehind, conflicts, failure } = props;
  if (isBehind) {
    return (
      <Callout
        tone="warning"
        role="status"
        title="The file changed while you were editing"
        actions={
          <>
            <Button size="sm" variant="primary" onClick={props.onTakeOver}>
              Merge the changes into my text
            </Button>
            <Button size="sm" onClick={props.onDiscard}>
              Discard my text
            </Button>
          </>
        }
      >
        Your text is not lost. A merge keeps both sides' changes unless they affect the same lines.
      </Callout>
    );
  }
  if (failure !== null) {
    const problems = failure instanceof RequestError ? failure.places.length : 0;
    return (
      <Callout tone="danger" role="alert" title="The text is not saved">
        {/* The problem panel lists each error with its line, so the notice only counts the errors. */}
        {problems === 0
          ? failure.message
          : `Fix the ${problems === 1 ? "error" : `${problems} errors`} marked in the text, then save again.`}
      </Callout>
    );
  }
  if (conflicts === 0) return null;
  return (
    <Callout
      tone="warning"
      role="status"
      title={`${countOf(conflicts, "place")} changed by you and by others`}
      actions={
        <Button size="sm" onClick={props.onEndComparison}>
          Hide the comparison
        </Button>
      }
    >
      The editor compares your text with the current file. Choose a side for each difference. Your text stays
      if you do not choose.
    </Callout>
  );
}

export function HiddenValues({ disabled, onShow }: { disabled: boolean; onShow: (raw: RawText) => void }) {
  const show = useMutation({ mutationFn: showRawConfig, onSuccess: onShow });
  return (
    <Callout
      tone="warning"
      title="Possible secrets are hidden"
      actions={
        <Button size="sm" busy={show.isPending} disabled={disabled} onClick={() => show.mutate()}>
          Show hidden values
        </Button>
      }
    >
      <p>
        The text is not valid JSON, so the panel cannot determine which values are secrets. Each marker
        preserves its hidden value. The audit log records who shows the values.
      </p>
      {show.error ? <p role="alert">{show.error.message}</p> : null}
    </Callout>
  );
}
