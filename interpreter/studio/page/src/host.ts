// The host of a page that `glint studio` serves: scripts on the disk, and engines at native speed. A page that was opened
// from a file has no host. interpreter/studio/README.md has the requests.

/// What carries messages to one engine: a thread of this page, or the host that serves the page.
export interface Carrier {
  post(message: string): void;
  end(): void;
}
/// Starts an engine. `heard` gets its messages; `failed` is called if it is no more.
export type Start = (heard: (message: string) => void, failed: () => void) => Carrier;

export interface FileAnswer {
  status: number;
  text?: string;
  stamp?: string; // stands for the text on the disk; empty: there is none
  error?: string;
  help?: string;
}
/// Another program has changed the file that is open.
export interface Change {
  changed: string;
  stamp: string;
  text: string;
  error?: string;
}
interface Begin {
  key: string;
  folder: string;
  file: string | null;
  game: string | null;
  files: string[];
}

export class Host {
  onChange: (change: Change) => void = () => {};
  onFiles: (touched: string[]) => void = () => {};
  onLost: (isLost: boolean) => void = () => {};

  private tab = crypto.randomUUID();
  private engines = new Map<number, { heard(message: string): void; failed(): void }>();
  private next = 0;
  private outbox: { engine: number; message: string }[] = [];
  private isSending = false;

  constructor(
    private key: string,
    readonly folder: string,
    readonly file: string | null,
    readonly game: string | null,
    public files: string[],
  ) {}

  /// The address of a script in the folder, as the engine knows it.
  uriOf(name: string): string {
    const path = this.folder === "/" ? "" : this.folder;
    return `file://${path.split("/").map(encodeURIComponent).join("/")}/${name.split("/").map(encodeURIComponent).join("/")}`;
  }

  read(name: string): Promise<FileAnswer> {
    return this.fileCall("GET", { name });
  }
  /// `stamp`: of the text that is known to be there; if there is another one now, the status is 409, with that.
  write(name: string, text: string, stamp: string): Promise<FileAnswer> {
    return this.fileCall("PUT", { name, stamp }, text);
  }

  start: Start = (heard, failed): Carrier => {
    const engine = ++this.next;
    this.engines.set(engine, { heard, failed });
    return {
      post: (message) => {
        this.outbox.push({ engine, message });
        void this.flush();
      },
      end: () => {
        this.engines.delete(engine);
        this.outbox = this.outbox.filter((each) => each.engine !== engine);
        void this.call("POST", "end", { engine: String(engine) }).catch(() => {});
      },
    };
  };

  /// Reads what the host says, for ever. Begun before the first engine.
  async listen(): Promise<void> {
    for (let isLost = false; ; ) {
      try {
        const response = await this.call("GET", "stream", {});
        if (!response.ok || !response.body) throw new Error();
        if (isLost) this.onLost((isLost = false));
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
        let rest = "";
        for (let part = await reader.read(); !part.done; part = await reader.read()) {
          const lines = (rest + part.value).split("\n");
          rest = lines.pop()!;
          for (const line of lines) if (line) this.take(line);
        }
      } catch {
        // The host has ended, or the machine slept.
      }
      if (!isLost) this.onLost((isLost = true));
      await new Promise((done) => setTimeout(done, 1000));
    }
  }

  private take(line: string): void {
    const blank = line.indexOf(" ");
    const engine = Number(line.slice(0, blank));
    const text = line.slice(blank + 1);
    if (engine) return this.engines.get(engine)?.heard(text);
    const news = JSON.parse(text) as Partial<Change> & { files?: string[]; touched?: string[] };
    if (news.files) {
      this.files = news.files;
      this.onFiles(news.touched ?? []);
    } else if (news.changed !== undefined) this.onChange(news as Change);
  }

  /// Messages in their order, those of one engine together.
  private async flush(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    while (this.outbox.length) {
      const { engine } = this.outbox[0]!;
      const other = this.outbox.findIndex((each) => each.engine !== engine);
      const messages = this.outbox.splice(0, other < 0 ? this.outbox.length : other);
      const body = messages.map(({ message }) => message).join("\n");
      const response = await this.call("POST", "send", { engine: String(engine) }, body).catch(() => undefined);
      if (!response?.ok) this.engines.get(engine)?.failed();
    }
    this.isSending = false;
  }

  private async fileCall(method: string, query: Record<string, string>, body?: string): Promise<FileAnswer> {
    try {
      const response = await this.call(method, "file", query, body);
      return { ...((await response.json()) as Omit<FileAnswer, "status">), status: response.status };
    } catch {
      return { status: 0, error: "`glint studio` does not answer", help: "start it again; your text is kept in this browser" };
    }
  }
  private call(method: string, what: string, query: Record<string, string>, body?: string): Promise<Response> {
    const given = new URLSearchParams({ tab: this.tab, ...query });
    return fetch(`/api/${what}?${given}`, {
      method,
      headers: { Authorization: `Bearer ${this.key}` },
      ...(body === undefined ? {} : { body }),
    });
  }
}

/// The host of this page; none if it was opened from a file.
export let host: Host | undefined;

/// The address of one of the author's own files in the browser: in the host's folder, so that it finds the scripts there, too.
export const ownUri = (name: string): string => host?.uriOf(`${name}.glint`) ?? `file:///${encodeURIComponent(name)}.glint`;

const keeper = "glint.studio.key";

/// Looks for the host of a page that was served. What is wrong, if it cannot be reached.
export async function findHost(): Promise<string | undefined> {
  if (!document.documentElement.hasAttribute("data-served")) return undefined;
  const given = /^#key=(\w+)$/.exec(location.hash)?.[1];
  if (given) history.replaceState(null, "", location.pathname);
  const key = given ?? sessionStorage.getItem(keeper);
  const again = "Open the address that `glint studio` has printed. Until then this page works without files.";
  if (!key) return again;
  try {
    const response = await fetch("/api/start", { headers: { Authorization: `Bearer ${key}` } });
    if (!response.ok) return again;
    const started = (await response.json()) as Begin;
    sessionStorage.setItem(keeper, started.key);
    host = new Host(started.key, started.folder, started.file, started.game, started.files);
    void host.listen();
    return undefined;
  } catch {
    return "`glint studio` has ended: start it again. Until then this page works without files.";
  }
}
