// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { InstanceStatus } from "@/lib/shared/contract/watch";
import { statusQuery } from "./queries/status";
import { StatusTitle } from "./status-title";

const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
const set = (state: InstanceStatus["state"]) =>
  act(() =>
    client.setQueryData(statusQuery().queryKey, {
      state,
      since: 0,
      checkedAt: 0,
      parts: [],
      interval: 30,
      at: 0,
    }),
  );

beforeEach(() => (document.head.innerHTML = "<title>Overview · Harbor</title>"));
afterEach(cleanup);

it("an outage precedes the title of every page until it ends", async () => {
  set("up");
  render(
    <QueryClientProvider client={client}>
      <StatusTitle />
    </QueryClientProvider>,
  );
  expect(document.title).toBe("Overview · Harbor");
  set("down");
  await waitFor(() => expect(document.title).toBe("Down · Harbor"));
  // The next page sets its own title.
  document.title = "Audit · Harbor";
  await waitFor(() => expect(document.title).toBe("Down · Audit · Harbor"));
  set("partly-down");
  await waitFor(() => expect(document.title).toBe("Partly down · Audit · Harbor"));
  set("up");
  await waitFor(() => expect(document.title).toBe("Audit · Harbor"));
});
