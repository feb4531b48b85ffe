import { formatNumber } from "../kinds/amounts";
import { formatDuration } from "../kinds/duration";
import { defineRule, type Rule, set, fixBy } from "./rule";

/**
 * Minimum rates in messages per second. Lower rates would limit normal conversations. `user` applies to one
 * user in a channel, `instance` to all users together.
 */
const least = { user: 0.5, instance: 0.5 };

export const messageRateRules: readonly Rule[] = [
  defineRule({
    id: "messages-per-user-too-few",
    severity: "warning",
    reads: ["limits.rate.enabled", "limits.rate.routes.channel.count", "limits.rate.routes.channel.window"],
    check: ({ get }) => {
      const [count, window] = [
        get("limits.rate.routes.channel.count"),
        get("limits.rate.routes.channel.window"),
      ];
      if (!get("limits.rate.enabled") || count / window >= least.user) return false;
      return {
        paths: ["limits.rate.routes.channel.count", "limits.rate.routes.channel.window"],
        message: `One user may send ${formatNumber(count)} messages per ${formatDuration(window, "s")} in a channel, and reading counts too. This limit blocks ordinary chat. Allow at least one message per 2 seconds.`,
        fix: fixBy(
          "Use 10 per 5 seconds",
          set("limits.rate.routes.channel.count", 10),
          set("limits.rate.routes.channel.window", 5),
        ),
      };
    },
  }),
  defineRule({
    id: "messages-on-instance-too-few",
    severity: "warning",
    reads: [
      "limits.absoluteRate.sendMessage.enabled",
      "limits.absoluteRate.sendMessage.limit",
      "limits.absoluteRate.sendMessage.window",
    ],
    check: ({ get }) => {
      const count = get("limits.absoluteRate.sendMessage.limit");
      const window = get("limits.absoluteRate.sendMessage.window");
      const perSecond = count / (window / 1_000);
      if (!get("limits.absoluteRate.sendMessage.enabled") || perSecond >= least.instance) return false;
      return {
        paths: ["limits.absoluteRate.sendMessage.limit", "limits.absoluteRate.sendMessage.window"],
        message: `Everybody on the instance together may send ${formatNumber(count)} messages per ${formatDuration(window, "ms")}. A single conversation can reach this limit and block everybody. To limit individual users, set “Messages per user and channel” instead.`,
        fix: fixBy(
          "Use 200 per minute",
          set("limits.absoluteRate.sendMessage.limit", 200),
          set("limits.absoluteRate.sendMessage.window", 60_000),
        ),
      };
    },
  }),
];
