import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import type { Request } from 'express';

type PagePreload = { files: string[]; isPublic?: boolean; shell?: string };
type Preloads = Record<string, PagePreload>;

const noPreload: PagePreload = { files: [] };
const signInPath = '/auth';
const userPreloadTag = '<link rel="preload" as="fetch" href="/api/user" crossorigin="use-credentials">';
const anonymousMetaTag = '<meta name="session" content="none">';
const sessionCookiePattern = /(?:^|;) *(?:__Host-)?sid=/;

/**
 * The page for the address of a request, and its ETag. It names what the browser will request next: the scripts of that
 * page, and the current user. A public page without a session cookie says so instead and shows its static content at
 * once.
 */
export function renderIndexHtml(root: string, request: Request): { html: string; etag: string } {
  const preloads = loadPreloads(root);
  const hasSession = sessionCookiePattern.test(request.headers.cookie ?? '');
  const requested = preloads[request.path] ?? preloads['*'] ?? noPreload;
  // A visitor without a session is redirected to sign in.
  const page = requested.isPublic === false && !hasSession ? preloads[signInPath] : requested;
  const scripts = (page ?? requested).files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  const html = hasSession
    ? renderPageWithHead(root, scripts.join('') + userPreloadTag)
    : withPrerenderedShell(
        requested.shell,
        renderPageWithHead(root, scripts.join('') + (requested.isPublic ? anonymousMetaTag : '')),
      );
  return { html, etag: `W/"${createHash('sha256').update(html).digest('base64url')}"` };
}

function withPrerenderedShell(shell: string | undefined, html: string): string {
  if (shell === undefined) return html;
  return html.replace('<div id="root">', (start) => `<div id="shell" inert>${shell}</div>${start}`);
}

/** The page with additions in its head. */
export function renderPageWithHead(root: string, head: string): string {
  return readKeptFile(`${root}/index.html`).replace('</head>', () => `${head}</head>`);
}

function loadPreloads(root: string): Preloads {
  const path = `${root}/.preloads.json`;
  return existsSync(path) ? (JSON.parse(readKeptFile(path)) as Preloads) : {}; // as web/preloads.ts writes it
}

const keptFiles = new Map<string, { changed: number; text: string }>();

/** Reads a file once for each change of it: where no descriptor is left, the pages are still served. */
function readKeptFile(path: string): string {
  const { mtimeMs: changed } = statSync(path);
  const kept = keptFiles.get(path);
  if (kept?.changed === changed) return kept.text;
  const text = readFileSync(path, 'utf8');
  keptFiles.set(path, { changed, text });
  return text;
}
