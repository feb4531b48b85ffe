import type { Zod } from "./kinds/kind";

const proxyRangeWords = ["loopback", "linklocal", "uniquelocal"] as const;

const address = (z: Zod) => z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6(), z.enum(proxyRangeWords)]);

export function splitProxies(text: string): string[] {
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

export const trustedProxies = (z: Zod) =>
  z.string().check(
    z.trim(),
    z.minLength(1, "Enter at least one address, or use the default."),
    z.superRefine((text, context) => {
      const accepted = address(z);
      const entries = text.split(",").map((part) => part.trim());
      const wrong = entries.find((entry) => !accepted.safeParse(entry).success);
      if (wrong === undefined) return;
      const what =
        wrong === "" ? "There is an empty entry between two commas." : `“${wrong}” is not an address.`;
      const message = `${what} Use IP addresses, ranges such as 10.0.0.0/8, or ${proxyRangeWords.join(", ")}.`;
      context.addIssue({ code: "custom", message });
    }),
  );
