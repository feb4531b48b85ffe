import { expect, test } from "vitest";
import { actionWords, groupedActions } from "./audit-actions";
import { routes } from "./contract";

const recorded = Object.values(routes).flatMap((route) => ("audit" in route ? [route.audit].flat() : []));

test("every action that a route records has a description and belongs to one group of the filter", () => {
  expect(recorded.length).toBeGreaterThan(50);
  const grouped = groupedActions.flatMap(({ actions }) => actions);
  expect(grouped).toHaveLength(new Set(grouped).size);
  for (const action of recorded) {
    expect([action, actionWords(action)]).not.toEqual([action, action]);
    expect(grouped).toContain(action);
  }
});
