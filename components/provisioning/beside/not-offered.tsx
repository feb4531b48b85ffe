/** Instead of a button, once the instance said that it has no such request. */
export function NotOffered({ what }: { what: string }) {
  return (
    <p role="status" className="max-w-prose text-sm text-muted-foreground">
      Your instance does not offer to {what} over its API. Do it with a client.
    </p>
  );
}
