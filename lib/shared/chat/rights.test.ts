import { describe, expect, it } from "vitest";
import { fieldAt } from "@/lib/shared/settings/registry";
import { decodeRights, rightGroups, rights } from "./rights";

const all = rightGroups.flatMap((group) => group.bits);

describe("named rights", () => {
  it("cover the bits 0 to 50, each once, with unique names and labels", () => {
    expect(all.map(({ bit }) => bit).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 51 }, (_, bit) => bit),
    );
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(new Set(all.map(({ label }) => label)).size).toBe(all.length);
    for (const { name, help } of all) {
      expect(name).toMatch(/^[A-Z_]+$/);
      expect(help).toMatch(/^\p{Lu}.*\.$/u);
    }
  });

  it("have the same bits as in clients of this API family", () => {
    expect(rights.get(0)?.name).toBe("OPERATOR");
    expect(rights.get(9)?.name).toBe("BYPASS_RATE_LIMITS");
    expect(rights.get(14)?.name).toBe("CREATE_GUILDS");
    expect(rights.get(25)?.name).toBe("SEND_MESSAGES");
    expect(rights.get(44)?.name).toBe("ACCEPT_INVITES");
    expect(rights.get(50)?.name).toBe("CREATE_REGISTRATION_TOKENS");
  });

  it("include all default rights, none of which is marked as dangerous", () => {
    const { named, unnamed } = decodeRights(String(fieldAt("register.defaultRights")?.default));
    expect(unnamed).toEqual([]);
    expect(named).toHaveLength(34);
    expect(named.filter(({ dangerous }) => dangerous)).toEqual([]);
    expect(named.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["SEND_MESSAGES", "VIEW_SERVER_STATS"]),
    );
  });

  it("are separated from unnamed bits; invalid text contains no rights", () => {
    expect(decodeRights(String(1n << 63n))).toEqual({ named: [], unnamed: [63] });
    expect(decodeRights("all")).toEqual({ named: [], unnamed: [] });
  });
});
