// Stands between an editor and `glint lsp` and writes down what the editor sends, a message a line:
//     node record.mjs GLINT FILE
// What differs from machine to machine is replaced: the editor's process, and the folder $GLINT_SESSION.
import { spawn } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";

const [glint, file] = process.argv.slice(2), folder = process.env.GLINT_SESSION;
const server = spawn(glint, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
server.stdout.pipe(process.stdout);
server.on("exit", (status) => process.exit(status ?? 1));
writeFileSync(file, "");

let input = Buffer.alloc(0);
process.stdin.on("data", (data) => {
  server.stdin.write(data);
  input = Buffer.concat([input, data]);
  for (;;) {
    const end = input.indexOf("\r\n\r\n");
    if (end < 0) return;
    const length = Number(/Content-Length: (\d+)/.exec(input.subarray(0, end))[1]);
    if (input.length < end + 4 + length) return;
    const message = JSON.parse(input.subarray(end + 4, end + 4 + length));
    if (message.method === "initialize") message.params.processId = 1;
    appendFileSync(file, JSON.stringify(message).replaceAll(folder, "/home/author") + "\n");
    input = input.subarray(end + 4 + length);
  }
});
process.stdin.on("end", () => server.stdin.end());
