// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { UnsavedTokenGuard } from "@/components/provisioning/unsaved-token-guard";
import type { ApiToken } from "@/lib/shared/contract/operators";
import { panelAnswer } from "@/testing/panel-answer";
import { WithRouter } from "@/testing/with-router";
import { ApiTokens } from "./api-tokens";
// The guard loads this module when a token is shown. Imported here, so that no test waits for the import.
import "@/components/provisioning/leave-token-dialog";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const entry: ApiToken = {
  ...{ id: "1", name: "Watch", operator: "ada", operatorId: 1, role: "viewer" },
  ...{ confirmed: false, proposes: false, createdAt: 1, endsAt: 2, isEnded: false },
  ...{ lastUsedAt: null, lastAddress: null },
};

it("a new token is shown before the list is refetched, and stays until the operator leaves it", async () => {
  vi.stubGlobal("fetch", (_: string, { method }: RequestInit = {}) =>
    method === "POST"
      ? Promise.resolve(panelAnswer({ token: "api-secret", entry }))
      : new Promise(() => undefined),
  );
  const user = userEvent.setup();
  render(
    <WithRouter>
      <QueryClientProvider client={new QueryClient()}>
        <UnsavedTokenGuard>
          <ApiTokens initial={[]} reader={{ id: 1, role: "owner" }} />
        </UnsavedTokenGuard>
      </QueryClientProvider>
    </WithRouter>,
  );
  await user.click(screen.getByRole("button", { name: "Create API token" }));
  await user.type(await screen.findByLabelText("Name"), "Watch");
  await user.click(screen.getByRole("button", { name: "Create API token" }));
  expect((await screen.findByLabelText<HTMLTextAreaElement>("API token")).value).toBe("api-secret");
  expect(screen.queryByRole("button", { name: "Create API token" })).toBeNull();
  await user.click(screen.getByText("Hide token"));
  await user.click(await screen.findByText("Stay"));
  expect(screen.getByLabelText<HTMLTextAreaElement>("API token").value).toBe("api-secret");
});
