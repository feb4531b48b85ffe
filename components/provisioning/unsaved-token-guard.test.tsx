// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { type ReactNode, useEffect } from "react";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { WithRouter } from "@/testing/with-router";
import { TokenOnce } from "./token-box";
import { type ShownToken, useShownToken } from "./shown-token";
import { UnsavedTokenGuard } from "./unsaved-token-guard";
// The guard loads this module when a token is shown. Imported here, so that no test waits for the import.
import "./leave-token-dialog";

// The panel is below a path, which the router adds to addresses itself.
vi.hoisted(() => vi.stubEnv("PANEL_BASE_PATH", "/admin"));
afterAll(() => void vi.unstubAllEnvs());
afterEach(cleanup);

const made: ShownToken = {
  token: "buoy-secret",
  id: "7",
  ownerName: "Buoy",
  label: "Bot token",
  noun: "token",
  file: { label: "Download .env", name: "7.env", text: "BOT_TOKEN=buoy-secret\n" },
};

function Bot({ id, next }: { id: string; next: ShownToken }) {
  const [shown, show] = useShownToken(id);
  return shown ? (
    <TokenOnce shown={shown} onHide={() => show(null)} />
  ) : (
    <button onClick={() => show(next)}>Reset token of {id}</button>
  );
}

/** Renders `UnsavedTokenGuard` around two pages, and shows one page at a time. */
function shown(next = made) {
  const push = vi.fn();
  const page = (id: string | null) => (
    <WithRouter own={{ push }}>
      <UnsavedTokenGuard>
        {id === null ? <h1>Audit</h1> : <Bot key={id} id={id} next={next} />}
      </UnsavedTokenGuard>
    </WithRouter>
  );
  const { rerender } = render(page("7"));
  return { push, goTo: (id: string | null) => rerender(page(id)), user: userEvent.setup() };
}

it("“Stay” returns to the page that showed the token", async () => {
  window.history.replaceState(null, "", "/admin/applications/7?x=1");
  const { push, goTo, user } = shown();
  await user.click(screen.getByText("Reset token of 7"));
  goTo(null);
  expect((await screen.findByLabelText<HTMLTextAreaElement>("Bot token")).value).toBe("buoy-secret");
  await user.click(screen.getByText("Stay"));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(push).toHaveBeenCalledWith("/applications/7?x=1");
  goTo("8");
  expect(screen.queryByLabelText("Bot token")).toBeNull();
  goTo("7");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Bot token").value).toBe("buoy-secret");
});

it("a token that was not copied is hidden only after the operator confirms", async () => {
  const { goTo, user } = shown();
  await user.click(screen.getByText("Reset token of 7"));
  await user.click(screen.getByText("Hide token"));
  await user.click(await screen.findByText("Stay"));
  expect(screen.getByLabelText("Bot token")).toBeDefined();
  await user.click(screen.getByText("Hide token"));
  await user.click(await screen.findByText("Leave anyway"));
  expect(screen.queryByLabelText("Bot token")).toBeNull();
  goTo("8");
  goTo("7");
  expect(screen.getByText("Reset token of 7")).toBeDefined();
});

it("the panel does not ask for confirmation if the token was copied with the button", async () => {
  const { goTo, user } = shown();
  await user.click(screen.getByText("Reset token of 7"));
  await user.click(screen.getByText("Copy token"));
  goTo(null);
  expect(await screen.findByText("Audit")).toBeDefined();
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("the panel does not ask for confirmation if the token was copied with the keyboard", async () => {
  const { goTo, user } = shown();
  await user.click(screen.getByText("Reset token of 7"));
  fireEvent.copy(screen.getByLabelText("Bot token"));
  goTo(null);
  expect(await screen.findByText("Audit")).toBeDefined();
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("the question about links names them, and copying in the dialog answers it", async () => {
  const links: ShownToken = {
    token: "https://harbor.example/1\nhttps://harbor.example/2",
    id: "links",
    ownerName: "2 people",
    label: "New links",
    noun: "links",
  };
  const { push, goTo, user } = shown(links);
  await user.click(screen.getByText("Reset token of 7"));
  goTo(null);
  const dialog = await screen.findByRole("dialog", { name: "Leave without the links for 2 people?" });
  expect(dialog.textContent).toContain(
    "You have not copied the links, and they will not be shown again. A lost link can only be replaced.",
  );
  expect(screen.queryByText(/Download/)).toBeNull();
  fireEvent.copy(screen.getByLabelText("New links"));
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(push).not.toHaveBeenCalled();
});

it("Escape in the question returns to the page that showed the token", async () => {
  window.history.replaceState(null, "", "/admin/applications/7");
  const { push, goTo, user } = shown();
  await user.click(screen.getByText("Reset token of 7"));
  goTo(null);
  await screen.findByLabelText("Bot token");
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(push).toHaveBeenCalledWith("/applications/7");
  goTo("7");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Bot token").value).toBe("buoy-secret");
});

it("a token that arrives after the operator has left its page is shown with the question", async () => {
  window.history.replaceState(null, "", "/admin/applications/7");
  let arrive = (_: ShownToken) => {};
  function Slow({ onReady }: { onReady: (show: typeof arrive) => void }) {
    const [shown, show] = useShownToken("7");
    useEffect(() => void onReady(show));
    return shown ? <TokenOnce shown={shown} onHide={() => show(null)} /> : <p>Waiting</p>;
  }
  const push = vi.fn();
  const page = (content: ReactNode) => (
    <WithRouter own={{ push }}>
      <UnsavedTokenGuard>{content}</UnsavedTokenGuard>
    </WithRouter>
  );
  const { rerender } = render(page(<Slow onReady={(show) => void (arrive = show)} />));
  rerender(page(<h1>Audit</h1>));
  window.history.replaceState(null, "", "/admin/audit");
  act(() => arrive(made));
  expect((await screen.findByLabelText<HTMLTextAreaElement>("Bot token")).value).toBe("buoy-secret");
  await userEvent.click(screen.getByText("Stay"));
  expect(push).toHaveBeenCalledWith("/applications/7");
});
