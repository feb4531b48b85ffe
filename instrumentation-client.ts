import { navigationStarted } from "@/components/shell/connection/pending-navigation";

/**
 * Next calls this exported function whenever the router starts to navigate, whether by a link or from code.
 */
export function onRouterTransitionStart(url: string): void {
  navigationStarted(url);
}
