import { number, section, url } from "../field";

export const cdn = section({
  id: "cdn",
  group: "instance",
  title: "CDN",
  description: "Where avatars, attachments and other media are stored and fetched.",
  cards: [
    {
      title: "Addresses",
      fields: [
        url("cdn.endpointPublic", {
          label: "Public address",
          help: "The address from which clients load media. Pictures and files stay blank while it is wrong, and an instance without one may refuse to start.",
          default: null,
          placeholder: "https://cdn.chat.example.org",
          synonyms: ["url", "endpoint", "media", "avatars", "attachments"],
        }),
        url("cdn.endpointPrivate", {
          label: "Internal address",
          help: "The address at which the API stores media on the CDN. Uploads fail while it is wrong, and an instance without one may refuse to start.",
          default: null,
          placeholder: "http://127.0.0.1:3003",
          synonyms: ["url", "endpoint", "private", "upload", "localhost"],
        }),
      ],
    },
    {
      title: "Embed images",
      description: "Pictures from other websites that appear under a link in a message.",
      fields: [
        url("cdn.imageProxyServerUrl", {
          label: "Image proxy (imagor)",
          help: "Address of an image proxy that fetches and resizes the pictures of links. Without one, clients load them from the website itself, which learns the addresses of your people.",
          default: null,
          placeholder: "http://127.0.0.1:8000",
          synonyms: ["thumbor", "resize", "privacy", "thumbnail", "imagorServerUrl"],
        }),
        number("cdn.resizeWidthMax", {
          label: "Maximum width",
          help: "The widest picture that may be asked of the image proxy. Larger values cost memory and time on the proxy for every new picture.",
          default: 1000,
          min: 1,
          max: 16384,
          unit: "pixels",
          synonyms: ["resize", "image", "embed", "thumbnail"],
        }),
        number("cdn.resizeHeightMax", {
          label: "Maximum height",
          help: "The tallest picture that may be asked of the image proxy. Larger values cost memory and time on the proxy for every new picture.",
          default: 1000,
          min: 1,
          max: 16384,
          unit: "pixels",
          synonyms: ["resize", "image", "embed", "thumbnail"],
        }),
      ],
    },
  ],
});
