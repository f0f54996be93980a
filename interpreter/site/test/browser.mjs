// A real Chromium with the site in it, opened from the disk; what it asks of a network, and what goes wrong, is kept.
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
export const built = join(root, "build/site");

const executablePath = [process.env.CHROMIUM, "/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => path && existsSync(path));

let browser;
export async function opened(place, { width = 1440, height = 900, theme = "light" } = {}) {
  browser ??= await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, acceptDownloads: true });
  const page = await context.newPage();
  const wrong = [];
  page.on("request", (request) => /^(file|data|blob|about):/.test(request.url()) || wrong.push(`asks for ${request.url()}`));
  page.on("requestfailed", (request) => request.failure()?.errorText === "net::ERR_ABORTED" || wrong.push(`has no ${request.url()}`));
  page.on("pageerror", (error) => wrong.push(String(error)));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  await page.goto(pathToFileURL(join(built, place.split("#")[0])) + (place.includes("#") ? `#${place.split("#")[1]}` : ""));
  return { page, wrong, close: () => context.close() };
}
export async function quit() {
  await browser?.close();
  browser = undefined;
}
