/** The server's default lists, by neutral path. The server merges the lists in the file with these lists by index. */
export const mergedLists = {
  "api.activeVersions": ["6", "7", "8", "9"],
  "regions.available": [
    {
      id: "spacebar",
      name: "spacebar",
      endpoint: "127.0.0.1:3004",
      vip: false,
      custom: false,
      deprecated: false,
    },
  ],
  "user.blockedContains": ["discord", "clyde", "spacebar", "steam", "community", "support", "ticket"],
  "user.blockedEquals": ["everyone", "here"],
  "register.blockIpDataCoThreatTypes": [
    "tor",
    "icloud_relay",
    "proxy",
    "datacenter",
    "anonymous",
    "known_attacker",
    "known_abuser",
    "threat",
  ],
  "register.blockAsnTypes": [""],
  "register.blockAsns": [""],
} as const;
