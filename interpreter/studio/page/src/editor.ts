// The text: CodeMirror, with the language server for what is wrong, what a name means, what may follow, and layout.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, isolateHistory, redo, redoDepth, toggleComment, undo, undoDepth } from "@codemirror/commands";
import {
  HighlightStyle,
  StreamLanguage,
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { lintGutter, lintKeymap, nextDiagnostic } from "@codemirror/lint";
import { type LSPClient, languageServerExtensions } from "@codemirror/lsp-client";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import {
  EditorView,
  crosshairCursor,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  rectangularSelection,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import words from "given:words";

const kinds = new Map<string, string>();
for (const [place, names] of Object.entries(words))
  for (const name of names)
    kinds.set(name, place === "type" ? "typeName" : place === "value" || place === "fold" ? "atom" : "keyword");

/// Colours of words, until the engine has read the script, and while it cannot.
const glint = StreamLanguage.define<{ inText: boolean }>({
  name: "glint",
  startState: () => ({ inText: false }),
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match("///")) {
      stream.skipToEnd();
      return "docComment";
    }
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/^-?\d+/)) return "number";
    const word = stream.match(/^[A-Za-z_]\w*/);
    if (word && word !== true) return kinds.get(word[0]!) ?? "variableName";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "//" }, closeBrackets: { brackets: ["(", "[", "{", '"'] } },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, class: "hl-keyword" },
  { tag: tags.atom, class: "hl-atom" },
  { tag: tags.typeName, class: "hl-type" },
  { tag: tags.string, class: "hl-string" },
  { tag: tags.number, class: "hl-number" },
  { tag: tags.comment, class: "hl-comment" },
  { tag: tags.docComment, class: "hl-doc" },
]);

export class Editor {
  readonly view: EditorView;
  private server = new Compartment();

  constructor(
    parent: HTMLElement,
    private onChange: () => void,
    private onGoTo: () => void = () => {}, // a place in the text is to be seen
  ) {
    this.view = new EditorView({ parent, state: this.state("") });
  }

  private state(text: string): EditorState {
    return EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        foldGutter(),
        codeFolding(),
        lintGutter(),
        history(),
        drawSelection(),
        EditorState.allowMultipleSelections.of(true),
        indentUnit.of("  "),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        autocompletion({ icons: false }),
        rectangularSelection(),
        crosshairCursor(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        search({ top: true }),
        glint,
        syntaxHighlighting(colours),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": "Script", tabindex: "0" }),
        keymap.of([
          { key: "Mod-/", run: toggleComment },
          { key: "F8", run: nextDiagnostic },
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...foldKeymap,
          ...completionKeymap,
          ...lintKeymap,
        ]),
        this.server.of([]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) this.onChange();
        }),
      ],
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /// Another script; its undo begins here.
  open(text: string): void {
    this.view.setState(this.state(text));
    this.view.scrollDOM.scrollTop = 0;
  }

  /// Replaces the text, as one change that can be undone.
  replace(text: string): void {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  /// Small changes, which are one in the undo: [from, to, text] each.
  edit(edits: readonly [number, number, string][]): void {
    const changes = edits.map(([from, to, insert]) => ({ from, to, insert }));
    this.view.dispatch({ changes, annotations: isolateHistory.of("full"), userEvent: "input.drawing" });
  }
  undo(): void {
    undo(this.view);
  }
  redo(): void {
    redo(this.view);
  }
  get canUndo(): boolean {
    return undoDepth(this.view.state) > 0;
  }
  get canRedo(): boolean {
    return redoDepth(this.view.state) > 0;
  }
  /// The same, where only what differs is replaced, so that the place of the cursor and the view stay.
  change(text: string): void {
    const now = this.text;
    let from = 0;
    while (from < Math.min(now.length, text.length) && now[from] === text[from]) ++from;
    let end = 0;
    while (end < Math.min(now.length, text.length) - from && now.at(-1 - end) === text.at(-1 - end)) ++end;
    this.view.dispatch({ changes: { from, to: now.length - end, insert: text.slice(from, text.length - end) }, scrollIntoView: true });
  }

  append(text: string): void {
    const end = this.view.state.doc.length;
    this.view.dispatch({
      changes: { from: end, insert: text },
      selection: { anchor: end + text.length },
      scrollIntoView: true,
    });
  }

  /// Marks a line, counted from 1, and shows it.
  goTo(line: number, column = 1): void {
    this.onGoTo();
    const { doc } = this.view.state;
    const at = doc.line(Math.min(Math.max(1, line), doc.lines));
    this.view.dispatch({
      selection: { anchor: Math.min(at.from + column - 1, at.to) },
      effects: EditorView.scrollIntoView(at.from, { y: "center" }),
    });
    this.view.focus();
  }

  /// Marks a place, counted from the beginning, and shows it.
  goToPlace(at: number): void {
    const line = this.view.state.doc.lineAt(Math.min(at, this.view.state.doc.length));
    this.goTo(line.number, at - line.from + 1);
  }

  /// Lets this client of the language server serve the document.
  connect(client: LSPClient, uri: string): void {
    this.view.dispatch({ effects: this.server.reconfigure(client.plugin(uri, "glint")) });
  }
  disconnect(): void {
    this.view.dispatch({ effects: this.server.reconfigure([]) });
  }
}

export const serverExtensions = languageServerExtensions;
