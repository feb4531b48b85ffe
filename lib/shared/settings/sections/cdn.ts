import { number, section, url } from "../field";

export const cdn = section({
  id: "cdn",
  group: "instance",
  title: "CDN",
  description: "Where clients load avatars, attachments and other media.",
  cards: [
    {
      title: "Addresses",
      fields: [
        url("cdn.endpointPublic", {
          label: "CDN public address",
          help: "Where clients load media. If it is wrong, images and files do not load; if it is missing, the instance may refuse to start.",
          default: null,
          placeholder: "https://cdn.chat.example.org",
        }),
        url("cdn.endpointPrivate", {
          label: "CDN internal address",
          help: "Where the API stores media on the CDN. If it is wrong, uploads fail; if it is missing, the instance may refuse to start.",
          default: null,
          placeholder: "http://127.0.0.1:3003",
        }),
      ],
    },
    {
      title: "Link preview images",
      description: "Images of websites, shown below a link in a message.",
      fields: [
        url("cdn.imageProxyServerUrl", {
          label: "Image proxy (imagor)",
          help: "Fetches and resizes the images of linked websites. Without a proxy, clients load them directly, which reveals your users' IP addresses to those websites.",
          default: null,
          placeholder: "http://127.0.0.1:8000",
        }),
        number("cdn.resizeWidthMax", {
          label: "Maximum image width",
          help: "The widest image that the image proxy creates. Larger values cost memory and time for every new image.",
          default: 1000,
          min: 1,
          max: 16384,
          unit: "pixels",
        }),
        number("cdn.resizeHeightMax", {
          label: "Maximum image height",
          help: "The tallest image that the image proxy creates. Larger values cost memory and time for every new image.",
          default: 1000,
          min: 1,
          max: 16384,
          unit: "pixels",
        }),
      ],
    },
  ],
});
