import { countOf } from "@/components/settings/store/words";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";

interface RawNoticesProps {
  /** Whether the file has changed since the text was loaded. */
  isBehind: boolean;
  /** Number of places that both the operator and the newer version have changed. */
  conflicts: number;
  failure: string | undefined;
  /** Number of problems for which the server refused the text. */
  problems: number;
  onTakeOver: () => void;
  onDiscard: () => void;
  onEndComparison: () => void;
}

/** Explains why the text cannot be saved yet. */
export function RawNotices(props: RawNoticesProps) {
  const { isBehind, conflicts, failure, problems } = props;
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
  if (failure !== undefined) {
    return (
      <Callout tone="danger" role="alert" title="The text is not saved">
        {/* The problem panel lists each error with its line, so the notice only counts the errors. */}
        {problems === 0
          ? failure
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
