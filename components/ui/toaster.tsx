"use client";

import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { useTheme } from "next-themes";
import { Toaster as Sonner, toast } from "sonner";
import { Spinner } from "./spinner";

export { toast };

const icons = {
  success: <CircleCheck aria-hidden="true" className="size-4 text-success-text" />,
  info: <Info aria-hidden="true" className="size-4 text-accent-text" />,
  warning: <TriangleAlert aria-hidden="true" className="size-4 text-warning-text" />,
  error: <CircleAlert aria-hidden="true" className="size-4 text-danger-text" />,
  loading: <Spinner />,
};

/** Where toasts appear, once for the whole page. Its colours are in app/globals.css; for its CSP see toaster-csp.ts. */
export function Toaster() {
  const { resolvedTheme } = useTheme();
  return (
    <Sonner
      theme={resolvedTheme === "dark" ? "dark" : "light"}
      position="bottom-right"
      className="toaster"
      icons={icons}
      containerAriaLabel="Messages"
    />
  );
}
