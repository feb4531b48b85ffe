import "server-only";

export { PEER_HEADER, stampPeerAddresses } from "./peer-header";
export { instanceRoute, unknownRoute } from "./route";
