import "server-only";

export { PEER_HEADER, trustSocketAddress } from "./peer-header";
export { instanceRoute, unknownRoute } from "./route";
