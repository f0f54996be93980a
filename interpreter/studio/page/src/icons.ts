// The page's icons: lines on a square of 24, in the colour of the words beside them. Words always stand beside them, or name them.
import { svgEl } from "./dom";

const paths = {
  play: "M7 5l12 7-12 7z",
  change: "M4 7h8M18 7h2M4 17h2M12 17h8M15 4.5v5M9 14.5v5",
  invent: "M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2M9 12a3 3 0 106 0a3 3 0 10-6 0",
  rules: "M6 3h9l4 4v14H6zM9.5 11h6M9.5 15h6",
  edit: "M9 6l-6 6 6 6M15 6l6 6-6 6",
  draw: "M4 20l1-5L16 4l4 4L9 19zM13.5 6.5l4 4",
  options: "M4 7h8M18 7h2M4 17h2M12 17h8M15 4.5v5M9 14.5v5",
  study: "M4 20V11M10 20V4M16 20v-6M21 20H3",
  tests: "M4 12.5l5 5L20 6.5",
  changes: "M8 4v16M8 4L4.5 7.5M8 4l3.5 3.5M16 20V4M16 20l-3.5-3.5M16 20l3.5-3.5",
  why: "M12 21a9 9 0 100-18a9 9 0 100 18M9.5 9.2a2.6 2.6 0 115 .6c0 2-2.5 2-2.5 4M12 17h.01",
  learn: "M12 7c-2-2-5-2.6-9-1.6v13c4-1 7-.4 9 1.6 2-2 5-2.6 9-1.6v-13C17 4.4 14 5 12 7zM12 7v13",
  share: "M12 15V3.500M7.5 8L12 3.5 16.5 8M5 13v7h14v-7",
  mine: "M3 6.500h6l2 2.500h10v10.500H3z",
  back: "M15 5l-7 7 7 7",
  history: "M4.5 9A8 8 0 114 13.500M4 4.500V9h4.500M12 8v4.500l3 2",
  rename: "M4 20h16M6 15.500l.8-3.300L15 4l2.5 2.5-8.2 8.200z",
  copy: "M8.5 8.500h11v11h-11zM15 5V4.500H4.500V15H5",
  bin: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5",
  save: "M12 4v11M7.5 10.500L12 15l4.5-4.500M5 20h14",
  open: "M12 20V9M7.5 13.500L12 9l4.5 4.500M5 4h14",
  close: "M6 6l12 12M18 6L6 18",
  search: "M10.5 17a6.5 6.5 0 100-13a6.5 6.5 0 100 13M15.5 15.500L20 20",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
  done: "M5 12.500l4.5 4.500L19 7.5",
};
export type IconName = keyof typeof paths;

export const icon = (name: IconName): SVGSVGElement =>
  svgEl("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, svgEl("path", { d: paths[name] }));
