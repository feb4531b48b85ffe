"use client";

import { useSyncExternalStore } from "react";
import type { Zone } from "./times";

const never = () => () => undefined;

/**
 * The time zone for clock times: in the browser undefined, for the reader's own; on the server UTC, because it
 * does not know the reader's.
 */
export const useZone = (): Zone =>
  useSyncExternalStore(
    never,
    () => undefined,
    () => "UTC" as const,
  );
