import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * The time zone for clock times: undefined, the reader's own, in the browser; UTC on the server, which does not know the
 * reader's.
 */
export const useZone = (): "UTC" | undefined =>
  useSyncExternalStore(
    never,
    () => undefined,
    () => "UTC" as const,
  );
