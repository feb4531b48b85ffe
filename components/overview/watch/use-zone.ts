import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * The time zone for clock times: in the browser undefined, for the reader's own; on the server UTC, because it
 * does not know the reader's.
 */
export const useZone = (): "UTC" | undefined =>
  useSyncExternalStore(
    never,
    () => undefined,
    () => "UTC" as const,
  );
