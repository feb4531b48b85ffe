import { Callout } from "@/components/ui/callout";

/** Shows why a request failed. `message` is undefined if a field already shows the reason. */
export function FormFailure({ message, title }: { message: string | undefined; title?: string }) {
  return message ? (
    <Callout tone="danger" role="alert" title={title}>
      {message}
    </Callout>
  ) : null;
}
