import { useMutation } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import type { RawText } from "@/lib/shared/contract/config";
import { showRawConfig } from "../queries/config";

interface HiddenValuesProps {
  /** True if the text has been edited, because showing the hidden values replaces the text. */
  disabled: boolean;
  onShow: (raw: RawText) => void;
}

/** Explains that a broken file's possible secrets are hidden, with a button that shows them. */
export function HiddenValues({ disabled, onShow }: HiddenValuesProps) {
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
