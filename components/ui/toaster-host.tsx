"use client";

import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { useTheme } from "next-themes";
import { useEffect } from "react";
import { Toaster as Sonner, toast } from "sonner";
import { Spinner } from "./loading";

const icons = {
  success: <CircleCheck aria-hidden="true" className="size-4 text-success-text" />,
  info: <Info aria-hidden="true" className="size-4 text-accent-text" />,
  warning: <TriangleAlert aria-hidden="true" className="size-4 text-warning-text" />,
  error: <CircleAlert aria-hidden="true" className="size-4 text-danger-text" />,
  loading: <Spinner />,
};

const above = "calc(var(--save-bar-height, 0px) + 24px)";

export interface ToasterHostProps {
  /** Called as soon as toasts can be shown. */
  onReady: (show: typeof toast) => void;
}

/**
 * Renders the toasts. Their colors are in app/globals.css. Importing sonner adds a `<style>` element without
 * a nonce, so the Content-Security-Policy must allow inline styles.
 */
export function ToasterHost({ onReady }: ToasterHostProps) {
  const { resolvedTheme } = useTheme();
  // React runs the effects of children first, so sonner is already listening.
  useEffect(() => onReady(toast), [onReady]);
  return (
    <Sonner
      theme={resolvedTheme === "dark" ? "dark" : "light"}
      position="bottom-right"
      className="toaster"
      // By default, shows toasts above the save bar, which publishes its height.
      offset={{
        top: "var(--toast-top, 64px)",
        bottom: `var(--toast-bottom, ${above})`,
        right: "var(--toast-right, 24px)",
      }}
      mobileOffset={{ bottom: above, left: 16, right: 16 }}
      icons={icons}
      containerAriaLabel="Messages"
    />
  );
}
