// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { sampleDocument } from "@/testing/sample-document";
import { WithConfig } from "@/testing/with-config";
import { WithRouter } from "@/testing/with-router";
import { SettingLink } from "../rows/setting-link";
import { SettingsFinder } from "./settings-finder";
// The finder loads these modules for the first query. Imported here, so that no test waits for them.
import "./find";
import "./found-settings";

vi.hoisted(() => vi.stubEnv("PANEL_BASE_PATH", "/admin"));
afterAll(() => void vi.unstubAllEnvs());
afterEach(cleanup);

const address = () => window.location.href.replace(window.location.origin, "");

it("a search stays below the panel's path", async () => {
  window.history.replaceState(null, "", "/admin/settings");
  render(
    <WithConfig file={sampleDocument({}, [])}>
      <SettingsFinder initial={{ query: "", chips: [] }}>All sections</SettingsFinder>
    </WithConfig>,
  );
  await userEvent.type(screen.getByLabelText("Find settings"), "bio");
  await userEvent.tab();
  expect(address()).toBe("/admin/settings?q=bio");
});

it("a link to a setting of the same page stays below the panel's path", async () => {
  window.history.replaceState(null, "", "/admin/settings/limits");
  const push = vi.fn();
  render(
    <WithRouter pathname="/settings/limits" own={{ push }}>
      <SettingLink path="limits.user.maxBio">Bio length</SettingLink>
    </WithRouter>,
  );
  await userEvent.click(screen.getByText("Bio length"));
  expect(address()).toBe("/admin/settings/limits#limits.user.maxBio");
  expect(push).not.toHaveBeenCalled();
});
