/** What operators may call a page or a command, by its title. */
export const names: Readonly<Record<string, string>> = {
  Overview:
    "Home, Dashboard, Start, Status, Health, Uptime, Outages, Downtime, Response times, Latency, Performance, Slow gateway, Slow API, Everything running, Is it down, Server down, Is my server up, Server status, What needs attention, Everything OK",
  Settings: "All settings, Configuration, Config, Preferences, Options, Configure",
  Bots: "Applications, Apps, Integrations, Bot list, Delete bot, Rename bot, My bots, List of bots, Manage bots",
  Guilds:
    "Servers, Communities, List of servers, Delete guild, All servers, List of communities, Manage guilds",
  Users:
    "People, Members, Accounts, User accounts, Ban user, Ban, Kick, Suspend, Find user, Search user, Look up user, Delete user, Delete account, Who is online, User list, Block user, Disable account, Banned users, Search for a person",
  Instance:
    "Connect instance, Connection, Server version, Version of the instance, Which version is running, Diagnostics, Instance log, Setup check, Health check, Server log, Connect to a running instance",
  History:
    "Versions, Revisions, Changes, Changelog, Recent changes, Who changed, Who raised, Who deleted, Compare versions, Old versions, Last week, Yesterday, Config history, What changed, Change history, Earlier versions, Track changes",
  Audit:
    "Audit log, Audit trail, Admin log, Log, Activity, Sign-ins, Sign-in history, Who signed in, Who did what, Failed sign-ins, Events, Activity log, Security log, Login history, Who logged in, Admin actions",
  Operators:
    "Admins, Administrators, Staff, Team, Moderators, Remove operator, Operator roles, Access to the panel, List of admins, Panel users, Who has access, Remove admin, Role of an operator",
  Notifications:
    "Webhook, Discord webhook, Slack, Alerts, Alerting, Notify, Notify me, Email alerts, Get notified, Test notification, Deliveries, Outage alerts, Email when down, Alert when down, Tell me when it is down, Notify on failure, Push notifications",
  Backups:
    "Backup, Back up, Back up now, Backup schedule, Scheduled backups, Restore backup, Download backup, Copy of the database, Database dump, Disaster recovery, Make a backup, Create backup, Automatic backups, Trigger a backup, Save everything",
  "Unrecognized keys":
    "Unknown keys, Other keys, Custom keys, Typos, Misspelled keys, Unknown settings, Extra keys",
  "Raw JSON":
    "JSON, Edit as text, Edit by hand, Edit the file, Source, Editor, Config file, Raw file, Edit JSON, Plain text, Edit config file, Edit the file directly",
  "Import and export":
    "Import, Import JSON, Export, Upload configuration, Backup, Move to another server, Import config, Import settings, Export settings, Copy settings to another instance",
  Reference:
    "Documentation, Docs, Help, Help page, Manual, Guide, List of settings, Schema, Defaults, Explain settings, All settings explained, What settings mean, Meaning of a setting",
  "Apply changes":
    "Restart, Restart required, Restart the server, Reload, Reload config, Pending changes, Changes not in effect, Not taking effect, Reboot, Activate changes, Make changes live, Publish changes, Deploy",
  "Past applies":
    "Failed applies, Rollbacks, Deploy history, Apply history, Previous applies, Last deployments, Previous restarts",
  Account:
    "My account, Profile, Sessions, Passkeys, Two-factor authentication, Authenticator app, My two-factor, My login, My profile, Two-factor for my account, Security key",
  "Dark theme": "Dark mode, Night mode, Appearance, Black background",
  "Light theme": "Light mode, Day mode, White background, Bright mode",
  "System theme": "Auto theme, System mode, Automatic theme, Follow the system, Match my device",
  "Keyboard shortcuts": "Hotkeys, Keys, Shortcuts, Key bindings, Shortcut keys",
  "Download JSON Schema": "Schema, Validation",
  "Download the panel's API reference":
    "OpenAPI, API docs, API documentation, Panel API, Swagger, REST, Panel endpoints",
  "Download the instance's API reference":
    "OpenAPI, API docs, API documentation, Instance API, Endpoints, Bot API docs",
  "Sign out": "Log out, Logout, Signout, Log off",
  "Create bot": "New bot, Add bot, Create application, New application, Bot token, Provision, Register a bot",
  "Reset bot token":
    "New bot token, Regenerate token, Leaked token, Lost token, Bot token leaked, Revoke bot token, Bot token stolen, Replace bot token",
  "Create guild": "New guild, Add guild, Create server, Start a server",
  "Create user": "New user, Add user, Create account, Account for someone, Register someone",
  "Create user token": "User token, Instance API token, Revoke token, Token for a user, Token of a user",
  "Change user rights":
    "Rights, Give rights, User rights, Promote user, Demote user, Make user admin, Permissions of a user, Admin rights",
  "Invite operator":
    "New operator, Add operator, Add admin, Invite admin, Give admin, Make admin, Add moderator, Add colleague, Share the panel, Invitation, Give access to the panel, Invite moderator, Add staff, Help run the panel, Second admin",
  "Create API token":
    "API token, Access token, Personal access token, Token for a script, Automation token, Token for automation, Revoke API token, API key, Script access, Bearer token, API token for automation",
  "Create registration tokens":
    "Registration tokens, Registration links, Sign-up links, Invite link, Invite code, Invite people, Invite people to register, Sign-up code, Invitation link, Invite a friend, One-time invite",
  "Send test mail":
    "Test mail, Test email, Try email, Check mail server, Test SMTP, SMTP not working, Mail not sent, Check email, Does email work, Verify mail server",
  "Restore a version":
    "Restore, Roll back, Rollback, Restore old version, Restore backup, Backup of the file, Go back, Earlier settings, Previous settings, Old settings, Previous version, Old version, Go back to an older version",
  "Apply saved changes": "Apply, Restart the instance",
  "Mark as restarted": "Mark restarted, Restarted by hand, Already restarted, I restarted the server",
  "Undo a save":
    "Undo, Undo a change, Undo last save, Revert, Mistake, Made a mistake, Undo my change, Broke something, Wrong change",
  "Change password": "My password, New password, Password, My own password, Reset my password",
  "End other sessions":
    "Sessions, Sign out everywhere, Log out everywhere, Sign out other devices, Devices, Sign out other sessions, Active sessions, Stolen laptop, Somebody else is signed in",
  "Show unsaved changes": "Unsaved, Review changes, Drafts, Save, Not saved, Unsaved edits",
  "Show problems":
    "Problems, Errors, Warnings, What is wrong, Invalid settings, Config errors, Misconfigured, Check the config, Broken settings",
  "Show modified settings":
    "Modified, Non-default, Non-default values, Differs from default, Customized, What did I change, Changed settings, Custom values, Different from default",
  "Show secrets": "Secrets, Credentials, API keys, Stored passwords, Passwords and keys, Sensitive settings",
  "Show unused settings":
    "Unused, Settings without effect, Ignored settings, Settings that do nothing, Useless settings",
  "Show deprecated settings":
    "Deprecated, Outdated, Obsolete, Legacy, Old settings, Outdated settings, Obsolete settings",
  "Export the file":
    "Download, Download config, Dump config, Copy of the config, Backup, Save a copy, Download settings, Save the config, Config dump",
};
