// A server of a folder in which the packed package is installed, and pages of it in Chromium.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { root } from "./support.mjs";

export const studio = process.env.GLINT_STUDIO_OUT ?? join(root, "build/studio");
const tools = createRequire(join(studio, "page/package.json"));

/// A project with the package as `npm pack` makes it. It is packed once for all tests of a run.
export const project = join(root, "build/javascript_project");
export function install() {
  const stamp = join(project, "node_modules/@glint/engine/build/javascript/index.js");
  if (existsSync(stamp) && statSync(stamp).ctimeMs > statSync(join(root, "build/javascript/index.js")).mtimeMs) return project;
  rmSync(project, { recursive: true, force: true });
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, "package.json"), '{ "name": "project", "private": true, "type": "module" }\n');
  execFileSync("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", project], { cwd: root });
  const tarball = readdirSync(project).find((name) => name.endsWith(".tgz"));
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--silent", "--offline", `./${tarball}`], { cwd: project });
  return project;
}
export const tarball = () => join(install(), readdirSync(project).find((name) => name.endsWith(".tgz")));

const types = { ".js": "text/javascript", ".mjs": "text/javascript", ".html": "text/html", ".css": "text/css", ".json": "application/json", ".glint": "text/plain" };
const servers = new Set();
/// Serves a folder, and these pages by their addresses. The address of the server.
export async function serve(folder, pages = {}) {
  const server = createServer((request, answer) => {
    const path = decodeURIComponent(new URL(request.url, "http://x").pathname);
    const file = join(folder, path);
    const body = pages[path] ?? (existsSync(file) && statSync(file).isFile() ? readFileSync(file) : undefined);
    answer.writeHead(body === undefined ? 404 : 200, { "Content-Type": `${types[extname(path)] ?? "text/html"}; charset=utf-8` });
    answer.end(body);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  servers.add(server);
  return `http://127.0.0.1:${server.address().port}`;
}

let browser;
/// A page at this address. `done` checks that its console has no errors.
export async function visit(address) {
  const { chromium } = tools("playwright-core");
  const executablePath = [process.env.CHROMIUM, "/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) => path && existsSync(path));
  browser ??= await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const page = await (await browser.newContext()).newPage();
  const wrong = [];
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("pageerror", (error) => wrong.push(String(error)));
  await page.goto(address);
  page.axe = async () => {
    await page.evaluate(tools("axe-core").source);
    return page.evaluate(async () => (await window.axe.run(document, { resultTypes: ["violations"] })).violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join("; ")}`));
  };
  const done = async () => {
    assert.deepEqual(wrong, []);
    await page.context().close();
  };
  return { page, wrong, done };
}
export async function pageWith(body) {
  const whole = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,"></head><body><main>${body}</main></body></html>`;
  return visit(`${await serve(install(), { "/": whole })}/`);
}
export async function closePages() {
  await browser?.close();
  browser = undefined;
  for (const server of servers) server.close();
}
