// @vitest-environment happy-dom
import { act } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { dayTitle, useClock } from "./days";
import { Ago, Moment, RenderedAt, useNow, useZone } from "./moment";
import { dateAndTime, dayNumber } from "./times";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
afterEach(() => vi.useRealTimers());

const renderedAt = Date.parse("2026-11-27T23:59:30Z");

function Times() {
  const [now, zone, clock] = [useNow(), useZone(), useClock()];
  return (
    <p>
      {dayNumber(renderedAt, zone) === dayNumber(now, zone) ? "today" : dateAndTime(now)}{" "}
      <Ago at={renderedAt} /> <Moment at={renderedAt} /> {dayTitle(renderedAt, clock)}
    </p>
  );
}

it.each([
  ["a minute", 61_000],
  ["a day", 86_400_000],
])(
  "hydrates the server's texts %s after the server has rendered them, and then shows the time",
  async (_, late) => {
    const page = (
      <RenderedAt value={renderedAt}>
        <Times />
      </RenderedAt>
    );
    vi.useFakeTimers({ toFake: ["Date"], now: renderedAt });
    const root = document.createElement("div");
    root.innerHTML = renderToString(page);
    expect(root.textContent).toContain("today");
    vi.setSystemTime(renderedAt + late);
    const onRecoverableError = vi.fn();
    await act(async () => hydrateRoot(root, page, { onRecoverableError }));
    expect(onRecoverableError).not.toHaveBeenCalled();
    expect(root.textContent).not.toContain("today");
  },
);
