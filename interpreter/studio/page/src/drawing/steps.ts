// Sentences on how a game goes, as a list.
import { el } from "../dom";
import type { Step } from "./going";

export const stepsPlace = (steps: Step[]): HTMLElement => el("ul", { class: "going" }, ...steps.map(({ words, steps: inner }) => el("li", {}, words, inner.length ? stepsPlace(inner) : null)));
