// @vitest-environment happy-dom
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { PreflightPart } from "@/lib/shared/contract/checks";
import { PreflightList } from "./preflight-list";

const closed = { level: "amber", message: "The connection was closed." } as const;

it("the same problem at several addresses is one line", () => {
  const parts: PreflightPart[] = [
    { name: "file", title: "File", level: "green", findings: [{ level: "green", message: "Valid." }] },
    {
      ...{ name: "cdn", title: "CDN", level: "amber" },
      findings: [
        { ...closed, target: "Public address" },
        { ...closed, target: "Internal address" },
      ],
    },
    { name: "api", title: "API", level: "amber", findings: [closed, { ...closed, message: "Slow." }] },
  ];
  render(<PreflightList preflight={{ etag: "a", at: "2026-11-27T20:00:00.000Z", level: "amber", parts }} />);
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Warning:CDN: Public address, CDN: Internal address, APIThe connection was closed.",
    "Warning:APISlow.",
    "No problem:File",
  ]);
});
