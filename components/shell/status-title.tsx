"use client";

import { useEffect } from "react";
import { useStatus } from "./queries/status";
import { isOutage, stateLooks } from "./status-words";

/**
 * Puts an outage at the start of the window's title: "Down · Audit · Harbor", and "Down · Harbor" on the overview. Next
 * sets the title of each page, so the title is corrected whenever it changes.
 */
export function StatusTitle() {
  const status = useStatus();
  const prefix = isOutage(status) ? `${stateLooks[status.state].word} · ` : "";
  useEffect(() => {
    if (prefix === "") return;
    let ownTitle = "";
    let original = document.title;
    const correct = () => {
      if (document.title === ownTitle) return;
      original = document.title;
      ownTitle = document.title = `${prefix}${original.replace(/^Overview · /, "")}`;
    };
    correct();
    const observer = new MutationObserver(correct);
    observer.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      observer.disconnect();
      if (document.title === ownTitle) document.title = original;
    };
  }, [prefix]);
  return null;
}
