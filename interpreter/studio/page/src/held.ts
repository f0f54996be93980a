// What is drawn anew while somebody has it in hand. An answer of the engine may come between a press and its release, or between two
// keys: the click would be lost with the button that was pressed, and what is typed with its field. So a part of the page waits while
// one of its controls is pressed, or while a word is composed in it; and a field that is typed into hands its text and selection on to
// the field of the same id that takes its place.

type Field = HTMLInputElement | HTMLTextAreaElement;

const controls = "button, a, select, input, textarea, summary, label";
let pressed: Element | undefined; // the control, until its click
let composed: Element | undefined; // the field in which an input method composes a word
let typed: Field | undefined; // the field whose text was changed, until it says so by `change`
let owes = false; // whether the browser does not know that, as the text was handed on
const waiting = new Map<Element, () => void>();

const isField = (element: unknown): element is Field => element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
const isHeld = (place: Element) => [pressed, composed].some((each) => each && each !== place && place.contains(each));

/// Draws a part of the page anew: at once, or when nothing in it is in hand any more. Of what waits for a place only the last is done.
export function whenFree(place: Element, act: () => void): void {
  waiting.delete(place);
  if (isHeld(place)) waiting.set(place, act);
  else act();
}
function free(): void {
  const acts = [...waiting];
  waiting.clear();
  for (const [place, act] of acts) whenFree(place, act);
}

/// Selects in `to` what was selected in `from`. A field of numbers does not tell it, but for all of it.
function selector(from: Field): (to: Field) => void {
  const { value, selectionStart: start, selectionEnd: end, selectionDirection: way } = from;
  if (value && (start === null ? getSelection()?.toString() === value : start === 0 && end === value.length)) return (to) => to.select();
  if (start === null) return () => {};
  return (to) => to.selectionStart !== null && to.setSelectionRange(start, end, way ?? undefined);
}

/// Gives `parent` these children. What had the focus has it afterwards, if there is something of its id.
export function renew(parent: Element, children: (Node | string)[]): void {
  const had = document.activeElement;
  if (!(had instanceof HTMLElement) || !had.id || had === parent || !parent.contains(had)) return parent.replaceChildren(...children);
  const isTyped = had === typed;
  const text = isField(had) ? had.value : "";
  const select = isField(had) ? selector(had) : undefined;
  if (isTyped) {
    typed = undefined;
    (had as Field).value = (had as Field).defaultValue; // so that it does not say `change` as it goes
  }
  parent.replaceChildren(...children);
  const now = document.getElementById(had.id);
  if (!now || !parent.contains(now)) return;
  if (isTyped && isField(now)) {
    now.value = ""; // the caret goes to the end of what is other than before
    now.value = text;
    [typed, owes] = [now, true];
  }
  now.focus({ preventScroll: true });
  if (isField(now)) select?.(now);
}

const targetOf = (event: Event) => event.composedPath()[0];
/// What is done by the click itself is done at once; what has waited, after it.
function release(): void {
  const was = pressed;
  setTimeout(() => {
    if (pressed === was) pressed = undefined;
    free();
  });
}
/// What was handed on is said to be changed, as the browser would have said it.
function pay(event: Event): void {
  if (owes && typed && targetOf(event) === typed) typed.dispatchEvent(new Event("change", { bubbles: true }));
}

if (typeof window !== "undefined") {
  const hear = <K extends keyof WindowEventMap>(name: K, act: (event: WindowEventMap[K]) => void) => window.addEventListener(name, act, true);
  const press = (event: Event) => {
    const target = targetOf(event);
    pressed = (target instanceof Element && target.closest(controls)) || undefined;
  };
  hear("pointerdown", (event) => event.button === 0 && press(event));
  hear("pointerup", release);
  hear("pointercancel", release);
  hear("pointermove", (event) => pressed && event.pointerType === "mouse" && !event.buttons && release()); // it was released elsewhere
  hear("click", ({ isTrusted }) => {
    if (!isTrusted) return;
    pressed = undefined;
    release();
  });
  hear("keydown", (event) => event.key === " " && !event.repeat && !isField(targetOf(event)) && press(event)); // a button is pressed until the key goes up
  hear("keyup", (event) => {
    if (event.key === " " && pressed) release();
    if (event.key === "Enter" && targetOf(event) instanceof HTMLInputElement) pay(event);
  });
  hear("blur", (event) => event.target === window && release());
  hear("compositionstart", (event) => (composed = targetOf(event) as Element));
  hear("compositionend", () => {
    composed = undefined;
    setTimeout(free);
  });
  hear("input", (event) => {
    const target = targetOf(event);
    if (!isField(target) || target === typed) return;
    [typed, owes] = [target, false];
  });
  hear("change", (event) => {
    const target = targetOf(event);
    if (target === typed) [typed, owes] = [undefined, false];
    if (event.isTrusted && target === pressed) release(); // a list that was open
  });
  hear("focusout", pay);
}
