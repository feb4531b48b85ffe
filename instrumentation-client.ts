import { navigationStarted } from "@/components/shell/connection/pending-navigation";

/** Next calls this function by its name whenever its router starts to navigate, whether by a link or from code. */
export function onRouterTransitionStart(url: string): void {
  navigationStarted(url);
}
