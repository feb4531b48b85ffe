/** Words that say nothing about what is meant. Used only if a query has no other words. */
export const fillers = wordSet(
  `a ability able about after again an and another are as at be been being but by can cannot could did do does doing during else even each every for get gets
  got had has have how i if in into is it its just let lets like makes many may me mine much must my need needs no not of off on
  one only onto or our out own put s setting settings should so some somebody someone something than that the their them then there they
  this those to too unable us use using very want wants was we were what when where which while who whom whose why will with
  without would you your`,
);

/**
 * Words that are common in requests, such as "change". They match only whole words, and a result need not have
 * them.
 */
export const sayings = wordSet(
  `add adding again all allow anybody anyone any automatically certain change changed configuration configure create creation delete delivered edit enable enabling everyone
  everything find give here instance list make manage management managing mechanism modify modifying new nobody now number open per remove second see
  server's set setup show somehow specific time turn update view work`,
);

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}

/**
 * Words and phrases for the same thing in the world of chat instances. Each finds the texts that have any of its row.
 */
export const synonyms: readonly (readonly string[])[] = [
  "guild, server, community, team, room",
  "instance, site, organization, workspace, platform",
  "attachment, upload, file",
  "email, mail",
  "two factor, two step, second factor, 2fa, mfa, totp, authenticator, multi factor, backup codes, recovery codes",
  "register, registration, sign up, signup, join up, create account, account creation, new account, signing up",
  "sign in, signin, log in, login, signing in, logging in",
  "minimum age, kids, children, under 16, under 18, teenagers, too young",
  "image, picture, photo, avatar, thumbnail, logo",
  "request, query, api call",
  "emoji, emoticon, emote",
  "attempt, try, guess",
  "premium, nitro",
  "operator, admin, administrator, moderator",
  "limit, maximum, max, count, quota, number of, how many, how much",
  "size, big, bigger, large, larger",
  "length, long, how long, longer, too long, characters, word count",
  "ip, client address",
  "address, url, link, domain",
  "terms of service, imprint, legal, impressum",
  "invite, invitation, code",
  "captcha, robot check, hcaptcha, recaptcha",
  "block, ban, refuse, refused, forbid",
  "user, member, account, person, people",
  "preview, embed",
  "lifetime, expire, expires, expiry, expiration",
  "message, post",
  "rate limit, throttle, flood, too many requests",
  "restore, roll back, rollback",
  "down, outage, offline",
  "close, block, disallow, stop, disable, turn off, deny, deactivate, restrict, prevent, stop people from",
  "certificate, tls, ssl",
  "disposable, temporary, temp, throwaway",
  "voice, call, turn server, webrtc",
  "default guild, default server, welcome server",
  "create, make, add, new, start",
  "delete, remove, erase",
  "find, search, look up",
  "change, edit, modify, update",
  "show, list, see, view",
  "reset, regenerate, renew",
  "download, export, dump",
  "new user, newcomer, new member, new person, beginner, newbie, new people",
  "device, phone, laptop, computer",
  "bio, about me",
  "description, about us",
  "config, configuration, config file, settings file",
].map((row) => row.split(", "));
