"use client";

import { useSyncExternalStore } from "react";
import type { Zone } from "./times";

const never = () => () => undefined;

/**
 * The time zone for times of day. In the browser undefined, which stands for the reader's time zone. On the server UTC,
 * because the server does not know the reader's zone.
 */
export const useZone = (): Zone =>
  useSyncExternalStore(
    never,
    () => undefined,
    () => "UTC" as const,
  );
