import { describe, expect, it } from "vitest";
import { ConfigStore } from "./config-store";
import { errorsBroughtBy, factsWith } from "./findings";
import { sampleDocument } from "./sample-document";

const enabled = "security.captcha.enabled";
const secret = "security.captcha.secret";
const required = "login.requireCaptcha";

const file = (rest = {}) => sampleDocument({ login: { requireCaptcha: true } }, [required], rest);

describe("rules between settings", () => {
  it("are among the problems of the document that the store hands out", () => {
    const { problems } = new ConfigStore(file()).document();
    expect(problems.find(({ path }) => path === required)?.rule).toBe("captcha-required-but-off");
  });

  it("are not asked of a file that cannot be read", () => {
    const broken = { ...file().file, state: "broken" as const };
    expect(new ConfigStore(file({ file: broken })).document().problems).toEqual([]);
  });

  it("follow the drafts, and tell listeners", () => {
    const store = new ConfigStore(file());
    let told = 0;
    store.subscribe(() => (told += 1));
    store.note(required, { set: true, value: false });
    expect(store.problemsAt(required)).toEqual([]);
    expect(told).toBe(1);
    expect(store.document().problems.some(({ path }) => path === required)).toBe(true);
    store.note(required, { set: true, value: true });
    expect(store.problemsAt(required)).toHaveLength(1);
  });

  it("keep a setting's list while it says the same", () => {
    const store = new ConfigStore(file());
    const before = store.problemsAt(required);
    store.note("limits.user.maxBio", { set: true, value: 12 });
    expect(store.problemsAt(required)).toBe(before);
  });

  it("name the errors that saving would bring about, and no others", () => {
    const store = new ConfigStore(file());
    expect(errorsBroughtBy(store.document(), store.drafts())).toEqual([]);
    store.note(enabled, { set: true, value: true });
    const found = errorsBroughtBy(store.document(), store.drafts());
    expect(found.map(({ rule }) => rule)).toEqual(["captcha-incomplete"]);
    const already = new ConfigStore(sampleDocument({ security: { captcha: { enabled: true } } }, [enabled]));
    already.note("limits.user.maxBio", { set: true, value: 12 });
    expect(errorsBroughtBy(already.document(), already.drafts())).toEqual([]);
  });
});

describe("the file with the drafts in it", () => {
  it("takes values, secrets and presence from the drafts, and leaves the document alone", () => {
    const document = file({ secrets: { [secret]: "set" } });
    const store = new ConfigStore(document);
    store.note(secret, { set: true, action: "clear", value: "" });
    store.note(required, { set: false, value: false });
    store.note(enabled, { set: true, value: true });
    const facts = factsWith(document, store.drafts());
    expect(facts.secrets[secret]).toBe("unset");
    expect(facts.set).toEqual([enabled]);
    expect(facts.values).toMatchObject({
      login: { requireCaptcha: false },
      security: { captcha: { enabled: true } },
    });
    expect(document.values).toEqual({ login: { requireCaptcha: true } });
  });

  it("does without a draft that is not valid", () => {
    const store = new ConfigStore(file());
    store.note("limits.user.maxBio", { set: true, value: "many" });
    expect(factsWith(store.document(), store.drafts()).set).toEqual([required]);
  });
});
