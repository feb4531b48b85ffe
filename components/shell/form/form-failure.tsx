import { Callout } from "@/components/ui/callout";

/** Why a form's request failed, unless that is shown at one of its fields. */
export function FormFailure({ message, title }: { message: string | undefined; title?: string }) {
  return message ? (
    <Callout tone="danger" role="alert" title={title}>
      {message}
    </Callout>
  ) : null;
}
