// The engine's thread: it gets the compiled module first, and from then on messages of the Language Server Protocol, as
// texts. What takes long is done in parts between messages; everything else is answered before the next message is read, so
// whoever waits too long ends this thread and starts another.
import { type Engine, startModule } from "./module";

let engine: Engine | undefined;

onmessage = ({ data }: MessageEvent<WebAssembly.Module | string>) => {
  if (typeof data !== "string") return void (engine = startModule(data, (message) => postMessage(message)));
  engine!.receive(data);
  goOn();
  return undefined;
};

// A message to oneself comes after those that wait, and without the delay of a timer.
const { port1, port2 } = new MessageChannel();
let isWorking = false;
function goOn(): void {
  if (isWorking) return;
  isWorking = true;
  port1.postMessage(0);
}
port2.onmessage = () => {
  isWorking = false;
  if (engine!.work()) goOn();
};
