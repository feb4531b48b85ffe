import { names as additional } from "./editions/names";
import type { Field } from "./field";

const rates = "rate limit, throttle, throttling, 429, too many requests";
const captchas = "recaptcha, hcaptcha, robot, human check";
const complexity =
  "strength, complexity, password policy, password rules, strong passwords, weak passwords, easy passwords";

/**
 * What operators may call a setting of the specification. Only the search needs these names, so pages load without
 * them; an operator's edition file has the names of its own settings.
 */
export const names: Readonly<Record<string, string>> = {
  "general.instanceName":
    "title, brand, server title, site name, rename server, change the name, display name, community name, what we are called, name of the community, name of the server, our name, what the server is called, website name",
  "general.instanceDescription":
    "about, about us, summary, motto, slogan, tagline, site description, intro text, blurb, welcome text, introduction, what this community is about",
  "general.serverName": "host name, hostname, domain, domain name, fqdn, address, dns name",
  "general.image":
    "logo, icon, server icon, server logo, favicon, picture, avatar, brand image, branding, banner, upload a logo, server picture, emblem, profile picture",
  "general.frontPage":
    "homepage, home page, website, web site, landing page, our site, link to our website, web page, external site",
  "general.tosPage":
    "tos, rules, legal, conditions, privacy policy, imprint, code of conduct, guidelines, community rules, user agreement, house rules, terms and conditions, acceptable use, policy, agreement, server rules, privacy notice",
  "general.correspondenceEmail":
    "contact e-mail address, mail, support, ask for help, abuse, report abuse, complaints, feedback, sender, contact us, who to contact, reach the admins, contact address, support email, how to reach us, email for questions, email of the operators, write to us",
  "general.correspondenceUserID":
    "admin, owner, support person, staff, contact person, support account, who to message, ask for help, contact account, user to message, direct message the admin",
  "general.autoCreateBotUsers":
    "application, automatic, create bot user, bot account, bots automatically, bot for every app, bot created with application",
  "general.instanceId":
    "snowflake, identity, identifier, unique id, uuid, server id, instance number, cloned instance",
  "api.endpointPublic":
    "url, endpoint, base url, host, https, tls, cannot connect, can't connect, app does not connect, clients cannot connect, connection refused, rest, api base address, server not reachable, clients locked out, backend address, api domain, client url, url for clients",
  "api.endpointPrivate":
    "url, endpoint, private, localhost, internal network, local address, internal api, internal endpoint, behind the firewall",
  "api.defaultVersion": "v9, api version, fallback, unversioned, version for requests without one",
  "api.activeVersions":
    "allowed versions, v6, v7, v8, v9, supported, old clients, old versions, legacy, compatibility, disable an api version, drop an api version, outdated apps",
  "gateway.endpointPublic":
    "url, endpoint, websocket, socket, real-time, live updates, wss, messages not arriving, messages not showing up, new messages, stuck connecting, disconnected, reconnecting, connection lost, real-time address, no messages, messages do not appear, live connection, websocket url",
  "gateway.endpointPrivate":
    "url, endpoint, private, websocket, localhost, internal network, internal gateway, internal endpoint",
  "cdn.endpointPublic":
    "url, endpoint, media, avatars, attachments, images not loading, pictures not loading, broken images, missing images, files not loading, media address, media url, images do not load, avatars not showing, avatars missing, attachments not loading, images not showing, pictures not showing",
  "cdn.endpointPrivate":
    "url, endpoint, private, upload, uploads failing, cannot upload, can't send files, upload error, localhost, internal network, internal cdn, internal endpoint, uploads fail, upload problems, file upload not working",
  "cdn.imageProxyServerUrl":
    "thumbor, resize, user privacy, thumbnail, imagorServerUrl, camo, hide ip, ip leak, external images, remote images, linked images, proxy for images, protect user ip, hide user ip addresses",
  "cdn.resizeWidthMax":
    "resize, image, image size, embed, thumbnail, thumbnail size, resolution, dimensions, pixels, maximum thumbnail width, preview image width",
  "cdn.resizeHeightMax":
    "resize, image, image size, embed, thumbnail, thumbnail size, resolution, dimensions, pixels, maximum thumbnail height, preview image height",
  "regions.default":
    "voice, server, rtc, voice location, call location, where calls are hosted, default voice server, fallback region, which region is used for calls",
  "regions.useDefaultAsOptimal":
    "optimal, closest, geo, latency, nearest, nearest region, automatic region, recommended region, closest region, choose region by location, best region",
  "regions.available":
    "voice servers, add voice server, endpoint, vip, rtc, calls, audio server, calls not working, voice not working, no sound, voice chat, list of voice servers, voice server address, remove a region, video calls not working",
  "register.disabled":
    "registration is closed, closed, sign up, sign ups, signup, signups, open, new accounts, no new users, private instance, lock, freeze, stop new people, newcomers, joining, stop registration, stop sign ups, disable registration, turn off registration, nobody can join, close the server, prevent new accounts, block new users, pause registrations, account creation, open registration, user registration, new registrations, self-registration",
  "register.requireInvite":
    "invitation, sign up, invite only, invite-only registration, by invitation, code, access code, registration token required, private community, invitation only, invite required, only invited people, people with an invite, closed community, friends only",
  "register.guestsRequireInvite":
    "guest, guests, unclaimed, anonymous, invitation, guest access, without account, visitors, temporary accounts, unregistered, guest accounts, anonymous users, guest login",
  "register.requireCaptcha": `${captchas}, robots, bot protection, spam accounts, fake accounts, automated sign ups, bots signing up, bot signups, captcha on sign up, captcha at registration, fake signups`,
  "register.allowMultipleAccounts":
    "alt accounts, alts, fingerprint, duplicate, second account, multiple accounts, same device, ban evasion, sock puppets, one account per person, several accounts, more than one account, shared computer, family computer, limit accounts per person",
  "register.blockProxies":
    "vpn, vpns, tor, anonymizer, ip, hidden ip, ban evasion, block vpn, no vpn, proxies, hide their ip",
  "register.allowNewRegistration": "sign up, open",
  "register.email.required":
    "mail, mandatory, optional email, without email, sign up without email, email optional, email mandatory, register without email, force email",
  "register.email.allowlist":
    "whitelist, mail, allow, only our domain, company email, work email, school email, corporate, only certain email domains, restrict email domains, email whitelist, organization email, university email, employees only",
  "register.email.blocklist":
    "blacklist, mail, disposable, throwaway, temporary email, fake email, burner, trash mail, deny, ban email domains, email blacklist, block disposable email, block temporary email, one-time email, mailinator",
  "register.email.domains":
    "allowlist, blocklist, whitelist, blacklist, mail, disposable, throwaway, email providers, allowed domains, banned domains, list of email domains, domains to block, domains to allow, specific email domains, specified domains",
  "register.dateOfBirth.required":
    "birthday, ask for birthday, age check, age verification, dob, mandatory, age of users, enter age, ask for age, birth date",
  "register.dateOfBirth.minimum":
    "birthday, age limit, age restriction, how old, too young, underage, minors, kids, children, adults, adults only, over 18, 18+, under 13, coppa, gdpr, block children, keep kids out, old enough, youngest age, minimum years, teenagers",
  "register.password.required":
    "mandatory, unclaimed, guest, password policy, without password, passwordless, account without password, optional password, password optional",
  "register.password.minLength": `minimum length, password length, short passwords, stronger passwords, longer passwords, ${complexity}, minimum characters in password, at least characters in password, password too short, secure passwords, password requirements`,
  "register.password.minNumbers": `password numbers, must contain a number, digits, ${complexity}, numbers in password, at least one number`,
  "register.password.minUpperCase": `password uppercase, capitals, ${complexity}, uppercase letters, big letters in password`,
  "register.password.minSymbols": `password special characters, punctuation, ${complexity}, special characters, special characters in passwords`,
  "register.defaultRights":
    "permissions, operator, bitfield, flags, privileges, who can create a server, who can create guilds, let users create servers, what new users can do, what new members can do, permissions for new accounts, abilities, rights of new users, new user permissions, what a new account can do, who may create guilds, restrict new users",
  "register.incrementingDiscriminators":
    "tag, user tag, four digits, numbers after username, digits after name, #0001, discriminator, username, sequential, random, number after name, same username, numbered usernames, tag numbers, #1234, numbers behind names",
  "login.requireCaptcha": `login, ${captchas}, sign in, logging in, signing in, captcha at login, captcha on login, stop password guessing`,
  "login.requireVerification":
    "login, log in, verify, verification, confirm, confirmation, confirm email, unverified, activate account, activation, sign in, logging in, mail, email verification, verified email to log in, block unverified users, must confirm email, verify before login",
  "security.jwtSecret":
    "token secret, jwt, login tokens, session, session key, signing key, sign everybody out, invalidate sessions, log everybody out, log everyone out, end all sessions, token secret key, rotate secret, stolen tokens",
  "security.requestSignature":
    "request signature, hmac, signing key, shared key for the cdn, signed requests",
  "security.defaultRegistrationTokenExpiration":
    "life of a registration token, expiry, expire, invite token, invite link expiry, sign-up link validity, validity, how long invites last, how long a sign-up link works, invite links expire, expiry of invite links, token expires, sign-up link expiration",
  "security.captcha.enabled": `${captchas}, not a robot, turn on captcha, turnstile, prove human, enable recaptcha, enable hcaptcha, stop robots`,
  "security.captcha.service": "recaptcha, hcaptcha, turnstile, provider",
  "security.captcha.sitekey": "captcha key, public key, public captcha key, site key, captcha keys",
  "security.captcha.secret":
    "captcha key, private key, credentials, private captcha key, secret key, captcha keys",
  "security.twoFactor.generateBackupCodes":
    "mfa, 2fa, totp, recovery codes, lost phone, lost device, lost authenticator, two factor, backup codes, rescue codes, lost second factor, locked out of account",
  "security.mfaBackupCodeCount":
    "mfa, 2fa, totp, recovery codes, number of backup codes, how many backup codes, amount of recovery codes",
  "security.forwardedFor":
    "caller, x-forwarded-for, x-real-ip, real ip, cf-connecting-ip, cloudflare, nginx, client ip, wrong ip, same ip, everyone has the same ip, ip header, header with the client ip, forwarded ip, remote address, all users have one ip, ip of visitors",
  "security.trustedProxies":
    "cidr, subnet, reverse proxy, nginx, caddy, traefik, haproxy, behind cloudflare, load balancer, trust proxy, proxy addresses, proxy ip, trust my proxy, behind a proxy",
  "security.geoipApiKey":
    "ipdata, geoip, maxmind, country, location, proxy detection, vpn, ipdataApiKey, geolocation, locate users, ip lookup, country lookup, key for ip lookup",
  "security.statsWorldReadable":
    "public statistics, stats, counts, metrics, member count, user count, hide statistics, how many users we have, hide number of users, public user count, show statistics, who can see statistics",
  "security.autoUpdate": "upgrade, update, automatic updates, update automatically, keep up to date",
  "passwordReset.requireCaptcha": `${captchas}, forgot password, forgotten password, lost password, recovery, reset spam, password reset spam, captcha on password reset, captcha at reset, flood of reset emails`,
  "defaults.user.premium":
    "nitro, subscription, perks, nitro boost, everybody, everyone, free, paid features, animated avatars, unlock, premium for everyone, premium for new users, free premium, give everyone nitro, animated profile picture",
  "defaults.user.premiumType":
    "premium type, nitro, nitro level, subscription, tier, which premium, level of premium, nitro basic, nitro classic",
  "defaults.user.verified":
    "verification, confirmation, mail, skip verification, skip email verification, auto verify, without confirming, no email verification, turn off verification, verified by default, trust new accounts",
  "defaults.guild.maxPresences":
    "maximum presences, online, status, activity, online status, presence tracking, who is online list, online members shown, online list, green dot, gateway memory",
  "defaults.guild.maxVideoChannelUsers":
    "camera, webcam, screen share, screen sharing, streaming, stream, video chat, group call, call size, voice channel, people in a video call, people on camera, video limit, video call limit, participants",
  "defaults.guild.afkTimeout":
    "idle, afk, inactive, inactivity, away, voice, timeout, kick from voice, move inactive people, silent in voice, idle in voice, sleeping in voice, afk channel, move to afk, inactive members, how long until away",
  "defaults.guild.defaultMessageNotifications":
    "mentions, push, alerts, pings, mute, noisy, notify, too many notifications, default notifications, notify for every message, only mentions, quiet, notification settings, ping for everything",
  "defaults.guild.explicitContentFilter":
    "nsfw, porn, nudity, nude, adult, sexual, gore, scan, scanning, safety, media, inappropriate images, image moderation, adult content, block porn, filter images, image scanner, scan images, scan pictures, dirty pictures, safe for work, family friendly",
  "guild.discovery.showAllGuilds":
    "directory, public, public guilds, public list of servers, discoverable, browse servers, explore, find servers, private guilds, visible, server directory, list all servers, show all servers, public communities, discovery page, hide private servers, find communities, guild discovery",
  "guild.discovery.limit":
    "directory, page size, per page, pagination, results per page, servers per page, items on discovery page",
  "guild.discovery.offset": "directory, pagination, skip",
  "guild.discovery.useRecommendation": "directory, suggestions, recommended servers, sort discovery",
  "guild.autoJoin.enabled":
    "auto join, join automatically, welcome, default guild, default server, main server, everyone in one server, onboarding, new users join automatically, add everybody to a guild, automatically join, put everyone in our server, auto-join, new members automatically, lobby",
  "guild.autoJoin.canLeave":
    "auto join, forced, leave default guild, leave the main server, stay, cannot leave, prevent leaving, force membership, people leaving, members leaving, mandatory guild",
  "guild.autoJoin.bots":
    "auto join, applications, bots join automatically, auto-join bots, add bots automatically, new bots",
  "guild.defaultFeatures":
    "guild features, flags, capabilities, boost, vanity url, default features, what new guilds get, features for new servers, enable features, boosted servers, unlock guild features, perks of guilds",
  "templates.enabled":
    "blueprint, guild template, server template, server templates, create guild from template, turn off templates",
  "templates.allowTemplateCreation":
    "create template, save as template, blueprint, make a template, who can make templates, turn guild into template",
  "templates.allowDiscordTemplates":
    "import, external platform, fetch, copy, clone, migrate, move from discord, copy a discord server, discord import, discord server template, template links from discord, bring over discord server, import from discord",
  "templates.allowRaws":
    "import, json, raw guild template, custom template data, template json, upload a template",
  "limits.user.maxGuilds":
    "join, servers, server limit, how many servers, too many servers, guilds a user can join, servers per person, maximum servers, join too many servers, servers someone can join, communities per user",
  "limits.user.maxUsername":
    "username, nickname, display name, application name, name too long, long names, longest name, name length, length of names, nickname length",
  "limits.user.maxFriends":
    "relationships, contacts, buddies, friend list, friend requests, friend limit, friends list size, number of friends, more friends, max friends",
  "limits.user.maxBio":
    "about me, profile, profile text, biography, about me length, profile length, profile description, profile bio, bio too long",
  "limits.guild.maxRoles": "ranks, role limit, number of roles, more roles, max roles, too many roles",
  "limits.guild.maxEmojis":
    "emojis per server, custom emoji, more emojis, emoji slots, custom emojis, emoji limit, number of emojis, emoticons, max emojis",
  "limits.guild.maxMembers":
    "users, people, size, capacity, big servers, server size, full server, max members, member limit, member cap, people in a server, people per server, how big can a server get, guild size, biggest server, large communities",
  "limits.guild.maxChannels":
    "channel count, channel limit, more channels, number of channels, max channels, too many channels, channels per server",
  "limits.guild.maxChannelsInCategory":
    "folder, group, category size, channels in a category, category limit",
  "limits.message.maxCharacters":
    "text, content, message length, longer messages, long messages, message too long, character limit, text limit, length of messages, message size, max message length, long posts, text too long, walls of text, longer posts",
  "limits.message.maxTTSCharacters":
    "spoken message, tts, text to speech, voice, read aloud, speak, tts length, spoken messages, reading messages aloud, text-to-speech",
  "limits.message.maxReactions":
    "emoji, emoji reactions, likes, emoji on a message, number of reactions, too many reactions, reaction limit",
  "limits.message.maxAttachmentSize":
    "size of all attachments, max upload, file size, upload limit, upload size, bigger files, bigger uploads, file too large, 413, attachment, megabytes, mb, large files, larger files, big videos, video upload, send big files, attachment limit, file limit, max file size, maximum upload, total size of files, upload too big",
  "limits.message.maxBulkDelete":
    "bulk deletion, mass delete, purge, moderation, prune, clean up, delete many messages, delete messages at once, clear chat, purge messages, remove many messages, cleanup",
  "limits.message.maxEmbedDownloadSize":
    "embed, preview, unfurl, external content, url embeds, opengraph, preview of links, link previews, website preview, preview size, preview too large, url preview, download for previews",
  "limits.channel.maxPins":
    "pins, pin limit, too many pins, pinned messages, pin more messages, number of pins",
  "limits.channel.maxTopic":
    "description, channel description, channel topic, topic of a channel, topic too long, length of channel description, channel topic length",
  "limits.channel.maxWebhooks":
    "integrations, webhook limit, number of webhooks, more webhooks, webhooks in a channel, too many webhooks",
  "limits.rate.enabled": `${rates}, turn off rate limiting, disable rate limits, turn on rate limits, rate limiting, stop overload, abuse protection, ddos protection, slow down clients`,
  "limits.rate.ip.count": `${rates}, ddos, request flood, per ip, shared ip, requests per ip, ip rate limit, ip limit, limit per address, one client too many requests, people behind one router`,
  "limits.rate.ip.window": `${rates}, ip rate limit window, ip limit period`,
  "limits.rate.global.count": `${rates}, requests overall, overload, requests per second, global rate limit, total request limit, server-wide limit, all requests, whole instance, all requests together`,
  "limits.rate.global.window": `${rates}, global rate limit window, global limit period`,
  "limits.rate.error.count": `${rates}, failed requests, bad requests, error limit, too many errors, failing requests, broken clients, misbehaving clients`,
  "limits.rate.error.window": `${rates}, error limit period`,
  "limits.rate.routes.channel.count": `${rates}, message rate, slowmode, slow mode, spam, chat spam, slow down spam, send, channel requests, posting too fast, flood, flooding, chat flood, message flood, messages per second, messages per minute, message rate limit, spamming, message spam, how fast people can post`,
  "limits.rate.routes.channel.window": `${rates}, channel requests, message rate period, message limit window, slowmode interval`,
  "limits.rate.routes.guild.count": `${rates}, guild rate limit, server requests, guild api requests, guild creation limit`,
  "limits.rate.routes.guild.window": `${rates}, guild rate limit window`,
  "limits.rate.routes.webhook.count": `${rates}, webhook rate limit, webhook throttling, webhook spam, integrations post too often, webhook posts`,
  "limits.rate.routes.webhook.window": `${rates}, webhook rate limit window`,
  "limits.rate.routes.auth.login.count": `${rates}, failed logins, login attempts, brute force, password guessing, sign in, lockout, login rate limit, too many login attempts, failed sign ins, password attempts, wrong password attempts, max logins, logins per ip, logins per hour, limit sign in attempts, guess passwords`,
  "limits.rate.routes.auth.login.window": `${rates}, brute force, sign in, login limit window, lockout time, how long locked out`,
  "limits.rate.routes.auth.register.count": `${rates}, sign up, accounts per ip, signups per ip, signups per hour, registration rate limit, registrations per ip, accounts from one address, registrations per day, same network, accounts per address`,
  "limits.rate.routes.auth.register.window": `${rates}, sign up, registration limit window`,
  "limits.absoluteRate.register.enabled": `${rates}, sign up, raid, account creation flood, mass registration, spam accounts, limit registrations, cap registrations, wave of new accounts, limit new accounts, too many new accounts, sudden signups`,
  "limits.absoluteRate.register.limit": `${rates}, sign up, raid, account creation flood, mass registration, new accounts per hour, number of new accounts, total registrations, registrations on the whole instance, how many accounts per day`,
  "limits.absoluteRate.register.window": `${rates}, sign up, raid, registration period, registration window`,
  "limits.absoluteRate.sendMessage.enabled": `${rates}, send, raid, limit all messages, message flood on the whole instance, cap messages, global message limit`,
  "limits.absoluteRate.sendMessage.limit": `messages in all, ${rates}, send, total messages, all messages, messages on the whole instance, global message rate`,
  "limits.absoluteRate.sendMessage.window": `${rates}, send, period for all messages`,
  "gif.enabled":
    "tenor, gifs, picker, animated, animated pictures, send gifs, gif button, turn off gifs, animated gifs",
  "gif.provider": "tenor, provider, gif provider, which gif service, where gifs come from",
  "gif.apiKey": "tenor, tenor key, token, credentials, tenor api key, gif search throttled",
  "email.provider":
    "sent through, email provider, email service, mail, transport, mailgun, mailjet, sendgrid, smtp, emails not arriving, no emails, send emails, set up email, email not working, emails not sent, mail not arriving, email delivery, no verification email, nobody gets email, how email is sent, sending mail, which mail service",
  "email.senderAddress":
    "from, from address, mail, no-reply, reply address, sent from, email sender, sender email, sent by, from name, noreply",
  "email.smtp.host":
    "mail server, smtp server, outgoing mail, gmail, outlook, smtp address, smtp hostname, mail host, relay, smtp relay, email server",
  "email.smtp.port": "465, 587, 25, mail port, port of the mail server, smtp server port",
  "email.smtp.secure": `tls from the start, smtps, ssl, encryption, encrypted, starttls, smtp tls, smtp ssl, secure mail, encrypt email, mail encryption`,
  "email.smtp.username":
    "login, mail account, credentials, smtp user, smtp login, mail login, mail account name",
  "email.smtp.password": "smtp password, mail account, credentials, mail password, password for mail",
  "email.emailApi1.apiKey": "mailgun, token, credentials",
  "email.emailApi1.domain": "mailgun, sending domain",
  "email.emailApi2.apiKey": "mailjet, token, credentials, mailjet key, mailjet public key",
  "email.emailApi2.apiSecret": "mailjet, token, credentials, apiSecret, mailjet secret",
  "email.emailApi3.apiKey": "sendgrid, token, credentials, sendgrid key, sendgrid token",
  "broker.host":
    "rabbitmq, amqp, queue, rabbit, events, message queue, rabbitmq url, broker address, broker password, broker url, several processes, connect to rabbitmq, event bus",
  "errorTracking.enabled":
    "sentry, analytics, telemetry, crash reports, crashes, bug reports, send errors, error reports, report crashes, turn on sentry, enable sentry, bug tracking, send crash reports, log errors",
  "errorTracking.endpoint":
    "sentry address, dsn, glitchtip, url, sentry dsn, sentry url, where errors are sent, where reports go, error address",
  "errorTracking.environment":
    "stage, staging, production, sentry environment, test or production, tell servers apart, distinguish servers",
  "errorTracking.traceSampleRate":
    "sampling, performance, tracing, percent, trace rate, sample rate, sentry sampling, how many requests are traced, performance monitoring, traces, fewer traces",
  "metrics.timeout": "prometheus, monitoring, statistics, metrics collection, slow metrics",
};

/** Returns other names of a setting. */
export function namesOf({ path, synonyms = [] }: Pick<Field, "path" | "synonyms">): readonly string[] {
  return [...synonyms, ...((names[path] ?? additional[path])?.split(", ") ?? [])];
}
