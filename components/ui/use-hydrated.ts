"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Whether the page's script runs. False on the server and while the page hydrates. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
