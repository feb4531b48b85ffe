import { describe, expect, test } from "vitest";
import {
  hideInText,
  hideCredentials,
  isCredential,
  isCredentialName,
  NothingHidden,
  restoreCredentials,
} from "./credentials";

test.each([
  ..."token pass passwd password key secret cookie dsn credential credentials auth authorization".split(" "),
  ..."apiKey api_key api-key API_KEY APIKey apikey authToken smtpPass sessionCookie dbPassword".split(" "),
  ..."jwtSecret clientSecrets secretKeyBase SENTRY_DSN awsSecretAccessKey cdnSignatureKey".split(" "),
  ..."cert tlsCert clientCertificate salt passwordSalt pin adminPin session userSession license licence".split(
    " ",
  ),
  ..."smtppassword privateKey requestSignature accessTokens passphrase proxy-authorization".split(" "),
])("recognizes %s as the name of a credential", (name) => expect(isCredentialName(name)).toBe(true));

test.each([
  ..."sitekey siteKey site_key publicKey keyframes keyboard passwordReset tokenExpiration".split(" "),
  ..."defaultRegistrationTokenExpiration passwordMinLength compass author tokenizer host endpoint".split(" "),
  ..."spin shipping obsession sessionTimeout certPath basalt licensed".split(" "),
  ..."passenger oauth cookieName name limit authority bypass".split(" "),
])("does not recognize %s as the name of a credential", (name) => expect(isCredentialName(name)).toBe(false));

test.each([
  [["maxTokens"], 4096, false],
  [["minSymbols"], 2, false],
  [["password", "minLength"], 8, false],
  [["token"], true, false],
  [["token"], null, false],
  [["sessionToken"], 12_345, true],
  [["tokens"], "a", true],
  [["credentials", "user"], "a", true],
  [["passwordReset", "page"], "a", false],
])("at the keys %j, the value %j counts as a credential: %s", (keys, value, expected) =>
  expect(isCredential(keys, value)).toBe(expected),
);

test.each([
  ["http://user:p@ss@host/x", "http://user:•••@host/x"],
  ["redis://:pw@host", "redis://:•••@host"],
  ["redis://u:pa/ss@host/0", "redis://u:•••@host/0"],
  ["see https://a:b@c and amqps://d:e@f.", "see https://a:•••@c and amqps://d:•••@f."],
  ["https://key@errors.example.org/1", "https://key@errors.example.org/1"],
  ["https://host:8080/@user", "https://host:8080/@user"],
  ["mailto:user@host", "mailto:user@host"],
  ["https://h/x?token=abc&page=2#end", "https://h/x?token=•••&page=2#end"],
  ["/x?page=2&api_key=abc", "/x?page=2&api_key=•••"],
  [
    "https://c.example.org/api/webhooks/1441000000000000001/aB3_-aB3_-aB3_-a",
    "https://c.example.org/api/webhooks/1441000000000000001/•••",
  ],
  [
    "https://hooks.example.org/services/T0/B0/abcdefghijklmnop",
    "https://hooks.example.org/services/T0/B0/•••",
  ],
  [
    "https://hooks.example.org/services/T0/B0/abcdefghijklmno",
    "https://hooks.example.org/services/T0/B0/abcdefghijklmno",
  ],
  ["https://files.example.org/abcdefghijklmnop", "https://files.example.org/abcdefghijklmnop"],
  ["Authorization: Basic a2VlcGVyOmxhbXA1", "Authorization: Basic •••"],
  ["sent bearer aaaaaaaaaaa1", "sent bearer •••"],
  ["Basic authentication is required", "Basic authentication is required"],
  ["Server=db;User Id=chat;Password=lamp;Timeout=5", "Server=db;User Id=chat;Password=•••;Timeout=5"],
  [`deploy with iadm_${"a-Z_0".repeat(8)}abc, then`, "deploy with •••, then"],
  ["the prefix iadm_ alone", "the prefix iadm_ alone"],
  ['Server=db;Pwd="a lamp"', 'Server=db;Pwd="•••"'],
  ["Pwd = lamp", "Pwd = •••"],
  ["BEARER\taaaaaaaaaaa1", "BEARER\t•••"],
  ["'password' : 'lamp'", "'password' : '•••'"],
  ["password:\tlamp", "password:\t•••"],
  ["JWT_SECRET=lamp restart", "JWT_SECRET=••• restart"],
  ["run --api-key=lamp --port=80", "run --api-key=••• --port=80"],
  ["run --password lamp --port 80", "run --password ••• --port 80"],
  ["run --api-key 'a lamp' --token --port 80", "run --api-key '•••' --token --port 80"],
  ["run --password\nlamp", "run --password\nlamp"],
  ["MAX_LENGTH=8 TOKEN_URL=x", "MAX_LENGTH=8 TOKEN_URL=x"],
  ['{"password": "a \\"lamp\\"", "port": 80}', '{"password": "•••", "port": 80}'],
  ["name: keeper\n  password: lamp \nport: 80", "name: keeper\n  password: ••• \nport: 80"],
  ["Password: use at least 8 characters.", "Password: use at least 8 characters."],
  ["a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\nlamp\n-----END RSA PRIVATE KEY-----\nb", "a\n•••\nb"],
  ["-----BEGIN PRIVATE KEY-----\nMIIE", "•••"],
  ["-----BEGIN CERTIFICATE-----\nMIIE", "-----BEGIN CERTIFICATE-----\nMIIE"],
])("the text %s is shown as %s", (address, shown) => expect(hideInText(address)).toBe(shown));

test.each([
  "a://:",
  "a://",
  "a://u:",
  "://",
  ":",
  "a://u:@",
  "a://hook/",
  "?token=",
  "basic ",
  'password = "',
  "?a=b",
  "secret=",
  "--secret ",
  '"secret":"',
  "\n secret:",
  "-----BEGIN PRIVATE KEY-----",
  "a.-",
])("scans 300 KB of %s without timing out", (part) => void hideInText(part.repeat(300_000 / part.length)));

describe("hidden values are restored", () => {
  const regions = [
    { id: "a", endpoint: "h:1", authToken: "t1" },
    { id: "b", endpoint: "h:2", authToken: "t2", vip: true },
  ];
  const shown = hideCredentials(regions) as typeof regions;

  test("in lists of objects that were moved, edited or renamed", () => {
    expect(JSON.stringify(shown)).not.toMatch(/t1|t2/);
    expect(restoreCredentials(shown.toReversed(), regions)).toEqual(regions.toReversed());
    const renamed = [shown[0], { ...shown[1], id: "c" }];
    expect(restoreCredentials(renamed, regions)).toEqual([regions[0], { ...regions[1], id: "c" }]);
    expect(restoreCredentials([shown[1]], regions)).toEqual([regions[1]]);
  });

  test("in an address whose host was edited, unless the password was typed again", () => {
    const stored = "http://u:pw@old";
    expect(restoreCredentials("http://u:•••@new", stored)).toBe("http://u:pw@new");
    expect(restoreCredentials("http://u:typed@new", stored)).toBe("http://u:typed@new");
    expect(restoreCredentials(["http://u:•••@old"], [stored])).toEqual([stored]);
  });

  test("in a text in which another credential was typed again", () => {
    const stored = "https://u:pw@h/x?token=abc";
    expect(hideInText(stored)).toBe("https://u:•••@h/x?token=•••");
    expect(restoreCredentials("https://u:•••@h/y?token=new", stored)).toBe("https://u:pw@h/y?token=new");
  });

  test("only if exactly one stored value matches", () => {
    const renamed = shown.map((region) => ({ ...region, id: `${region.id}2` }));
    expect(() => restoreCredentials(renamed, regions)).toThrow(NothingHidden);
    expect(() => restoreCredentials("http://u:•••@h", "http://h")).toThrow(NothingHidden);
    expect(() => restoreCredentials("http://u:x•••@h", "http://u:pw@h")).toThrow(NothingHidden);
    expect(() => restoreCredentials([{ id: "z", token: "•••" }], [])).toThrow(NothingHidden);
  });
});
