# Written without Nix at hand: nobody has built this flake yet. Report what does not work.
{
  description = "Instance Admin, the operator console of a self-hosted chat instance";
  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      inherit (nixpkgs) lib;
      forSystems = lib.genAttrs [ "x86_64-linux" "aarch64-linux" "x86_64-darwin" "aarch64-darwin" ];
      manifest = lib.importJSON ./package.json;
    in
    {
      packages = forSystems (
        system:
        let
          pkgs = nixpkgs.legacyPackages.${system};
          platform = lib.replaceStrings [ "aarch64" "x86_64" ] [ "arm64" "x64" ] system;
          name = "${lib.last (lib.splitString "-" platform)}-${lib.head (lib.splitString "-" platform)}";
        in
        {
          default = pkgs.buildNpmPackage {
            pname = manifest.name;
            inherit (manifest) version;
            src = self;
            nodejs = pkgs.nodejs_24;
            npmDeps = pkgs.importNpmLock { npmRoot = self; };
            inherit (pkgs.importNpmLock) npmConfigHook;
            nativeBuildInputs = [ pkgs.makeWrapper ] ++ lib.optional pkgs.stdenv.isLinux pkgs.autoPatchelfHook;
            buildInputs = lib.optional pkgs.stdenv.isLinux pkgs.stdenv.cc.cc.lib;
            env.SOURCE_DATE_EPOCH = toString (self.lastModified or 0);
            npmBuildScript = "release";
            npmBuildFlags = [ "--" name ];
            installPhase = ''
              runHook preInstall
              mkdir -p $out/lib $out/bin
              tar -xzf dist/*.tar.gz -C $out/lib
              mv $out/lib/instance-admin-* $out/lib/instance-admin
              makeWrapper ${lib.getExe pkgs.nodejs_24} $out/bin/instance-admin \
                --set-default MALLOC_ARENA_MAX 2 --set-default MALLOC_TRIM_THRESHOLD_ 131072 \
                --add-flags "--disable-warning=ExperimentalWarning --max-semi-space-size=4 $out/lib/instance-admin/scripts/cli.mjs"
              runHook postInstall
            '';
            meta = {
              inherit (manifest) description;
              license = lib.licenses.mit;
              mainProgram = "instance-admin";
            };
          };
        }
      );

      nixosModules.default =
        { config, pkgs, ... }:
        let
          cfg = config.services.instance-admin;
        in
        {
          options.services.instance-admin = {
            enable = lib.mkEnableOption "Instance Admin";
            package = lib.mkOption {
              type = lib.types.package;
              default = self.packages.${pkgs.stdenv.hostPlatform.system}.default;
            };
            user = lib.mkOption {
              type = lib.types.str;
              description = "The user of the instance, who owns its configuration file.";
            };
            configFolder = lib.mkOption {
              type = lib.types.path;
              description = "The folder of the configuration file, which the panel may write.";
            };
            environment = lib.mkOption {
              type = lib.types.attrsOf lib.types.str;
              default = { };
              example.NEXTAUTH_URL = "https://admin.example.org";
              description = "Variables of docs/configuration.md. Give secrets as files (NAME_FILE).";
            };
          };
          config = lib.mkIf cfg.enable {
            systemd.services.instance-admin = {
              description = "Instance Admin";
              wantedBy = [ "multi-user.target" ];
              wants = [ "network-online.target" ];
              after = [ "network-online.target" "postgresql.service" ];
              environment = {
                DATA_DIR = "/var/lib/instance-admin";
                CONFIG_PATH = "${cfg.configFolder}/config.json";
              } // cfg.environment;
              # A save preserves access lists with these programs.
              path = [ pkgs.gnutar pkgs.coreutils ];
              serviceConfig = {
                ExecStart = "${lib.getExe cfg.package} serve";
                Restart = "on-failure";
                TimeoutStopSec = 40;
                User = cfg.user;
                StateDirectory = "instance-admin";
                StateDirectoryMode = "0700";
                UMask = "0077";
                ProtectSystem = "strict";
                ReadWritePaths = [ cfg.configFolder ];
                ProtectHome = true;
                PrivateTmp = true;
                PrivateDevices = true;
                NoNewPrivileges = true;
                CapabilityBoundingSet = "";
                RestrictAddressFamilies = [ "AF_INET" "AF_INET6" "AF_UNIX" ];
                RestrictNamespaces = true;
                LockPersonality = true;
                SystemCallArchitectures = "native";
                SystemCallFilter = [ "@system-service" "~@privileged @resources" ];
              };
            };
          };
        };
    };
}
