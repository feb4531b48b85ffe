// @vitest-environment happy-dom
import { panelAnswer } from "@/testing/panel-answer";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { call } from "@/components/shell/queries/call";
import { ConfirmIdentity } from "./confirm-identity";
import { textField, typedNameField } from "./dialog-fields";
import { WithRouter } from "@/testing/with-router";
import { FormDialog, useOpenDialog } from "./form-dialog";
// `call` loads this module to check responses. Loaded here in advance, so that no test waits for the import.
import "@/lib/shared/contract/check-answer";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const guildName = z.string().check(z.trim(), z.minLength(2, "Use at least 2 characters."));

interface Sent {
  url: string;
  body: unknown;
}

/** Renders a page with a dialog that creates a guild. `answers` are the panel's responses, in order. */
function shown(...answers: [status: number, body: unknown][]) {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    sent.push({ url, body: typeof init.body === "string" ? JSON.parse(init.body) : undefined });
    const [status, body] = answers.shift() ?? [500, {}];
    return panelAnswer(body, { status });
  });
  const client = new QueryClient();
  client.setQueryData(["guilds"], []);
  const onSubmitAround = vi.fn();
  render(
    <QueryClientProvider client={client}>
      <form onSubmit={onSubmitAround}>
        <FormDialog
          trigger={<button type="button">Copy</button>}
          title="Create a guild like Harbor"
          description="Members stay."
          action="Create guild"
          fields={{
            name: textField({ label: "Guild name" }, guildName, { initial: "Harbor" }),
            sure: typedNameField("Harbor"),
          }}
          request={({ name }) => call("POST /guilds", { body: { name } })}
          changes={{ queryKey: ["guilds"] }}
        />
      </form>
      <ConfirmIdentity id={1} username="ada" provider={null} />
    </QueryClientProvider>,
  );
  return { sent, client, onSubmitAround, user: userEvent.setup() };
}

const text = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

it("the dialog shows an error next to each invalid field and sends nothing", async () => {
  const { user, sent, onSubmitAround } = shown();
  await user.click(screen.getByText("Copy"));
  await user.clear(text("Guild name"));
  await user.type(text("Guild name"), " P {Enter}");
  expect(await screen.findByText("Use at least 2 characters.")).toBeDefined();
  expect(screen.getByText("Type Harbor exactly.")).toBeDefined();
  expect(text("Guild name").getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(text("Guild name"));
  expect(sent).toEqual([]);
  expect(onSubmitAround).not.toHaveBeenCalled();
});

it("the dialog shows an error from the server next to the field", async () => {
  const problems = [{ path: "name", message: "Another guild has this name." }];
  const { user } = shown([422, { detail: "Not created", problems }], [409, { detail: "The guild is gone." }]);
  await user.click(screen.getByText("Copy"));
  await user.clear(text("Guild name"));
  await user.type(text("Guild name"), "Pier");
  await user.type(text("Type Harbor to confirm"), "Harbor{Enter}");
  expect(await screen.findByText("Another guild has this name.")).toBeDefined();
  expect(screen.queryByText("Not created")).toBeNull();
  await user.click(screen.getByText("Create guild"));
  expect((await screen.findByText("The guild is gone.")).closest('[role="alert"]')).not.toBeNull();
  expect(text("Guild name").value).toBe("Pier");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(screen.getByText("Copy"));
  expect(text("Guild name").value).toBe("Harbor");
  expect(screen.queryByText("The guild is gone.")).toBeNull();
});

it("the dialog repeats the request after proof of identity", async () => {
  const refused: [number, unknown] = [403, { detail: "Not created: confirm.", code: "proof-required" }];
  const factors = { passkeys: [], appSince: null, recoveryCodes: 0, isRequired: false, whyNoPasskeys: null };
  const answers: [number, unknown][] = [
    [200, factors],
    [200, { proved: true }],
    [200, { id: "8", name: "Pier" }],
  ];
  const { user, sent, client } = shown(refused, ...answers);
  await user.click(screen.getByText("Copy"));
  await user.type(text("Type Harbor to confirm"), "Harbor{Enter}");
  await user.type(await screen.findByLabelText("Your password", {}, { timeout: 10_000 }), "hunter22{Enter}");
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull(), { timeout: 10_000 });
  expect(sent.map(({ url }) => url)).toEqual([
    "/api/panel/guilds",
    "/api/panel/account/factors",
    "/api/panel/account/proof",
    "/api/panel/guilds",
  ]);
  expect(sent[2]?.body).toEqual({ password: "hunter22" });
  expect(client.getQueryState(["guilds"])?.isInvalidated).toBe(true);
});

it("a dialog that the address opens removes “new” from the address when it closes, without the router", async () => {
  window.history.replaceState(null, "", "/guilds?new");
  const replace = vi.fn();
  function Page() {
    return (
      <FormDialog
        {...useOpenDialog()}
        title="Create guild"
        description=""
        action="Create guild"
        fields={{}}
        request={() => undefined}
      />
    );
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <WithRouter pathname="/guilds" search="new" own={{ replace }}>
        <Page />
      </WithRouter>
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByText("Cancel"));
  expect(window.location.href).toMatch(/\/guilds$/);
  expect(replace).not.toHaveBeenCalled();
});
