// The engine that serves the script: the language server that the editor speaks with, and the service of the board. If its
// thread ends, another one goes on.
import { LSPClient } from "@codemirror/lsp-client";
import { byId } from "./dom";
import { type Editor, serverExtensions } from "./editor";
import { type Failure, Link, engine } from "./link";
import type { Diagnostic } from "./problems";
import type { Service } from "./service";
import { Beside } from "./shelf";

export class Language {
  private client = this.newClient();
  private link: Link | undefined;
  private beside: Beside | undefined; // own files in the engine
  private failures: string[] = []; // texts on which the engine failed
  readonly service: Service = {
    request: (method, params) => {
      this.client.sync();
      return this.client.request(method, params);
    },
  };

  constructor(
    private editor: Editor,
    private on: {
      uri(): string;
      needed(): Record<string, string>; // own files that the script uses
      found(diagnostics: Diagnostic[]): void;
      connected(): Promise<void>;
      ended(): void;
    },
  ) {}

  private newClient(): LSPClient {
    return new LSPClient({
      timeout: 60_000,
      extensions: serverExtensions(),
      notificationHandlers: {
        "textDocument/publishDiagnostics": (_, params: { uri: string; diagnostics: Diagnostic[] }) => {
          if (params.uri === this.on.uri()) this.on.found(params.diagnostics);
          return false; // the editor marks them
        },
      },
    });
  }

  get isConnected(): boolean {
    return this.link !== undefined;
  }

  async connect(): Promise<void> {
    this.link = new Link(await engine(), (failure) => void this.failed(failure));
    this.client.connect(this.link);
    await this.client.initializing;
    const { client } = this;
    this.beside = new Beside((method, params) => client.notification(method, params)); // in order with the editor's own
    this.open();
    await this.on.connected();
  }

  /// The engine gets the document under the name that it has now, with the files that it needs.
  open(): void {
    if (!this.link) return;
    this.showFiles();
    this.editor.connect(this.client, this.on.uri());
  }
  showFiles(): void {
    this.beside?.show(this.on.needed());
  }
  /// Again, after a text that ended the engine. False: it was this one.
  retry(): boolean {
    if (this.failures.includes(this.editor.text)) return false;
    void this.connect();
    return true;
  }
  notify(method: string, params: object): void {
    this.link?.send(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  /// The engine's thread has ended. The text is here, so another one goes on; but not with a text that ends it again.
  private async failed(failure: Failure): Promise<void> {
    const text = this.editor.text;
    this.client.disconnect();
    this.editor.disconnect();
    this.client = this.newClient();
    this.link = this.beside = undefined;
    this.on.ended();
    const trouble = byId("trouble");
    trouble.hidden = false;
    const what = failure === "silent" ? "The engine took too long and was started again." : "The engine failed and was started again.";
    if (this.failures.includes(text)) {
      trouble.textContent = `${what} It will not try this text again: change the script. Your text is unchanged.`;
      return;
    }
    this.failures.push(text);
    trouble.textContent = `${what} Your text is as it was.`;
    await this.connect();
  }
}
