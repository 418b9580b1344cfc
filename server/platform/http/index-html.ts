import { hash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import type { Request } from 'express';
import { escapeHtml } from '#server/lib/html/escape-html.ts';

type PagePreload = { files: string[]; isPublic?: boolean; shell?: string; reads?: string[] };
type Preloads = Record<string, PagePreload>;

const noPreload: PagePreload = { files: [] };
const signInPath = '/auth';
const userPath = '/api/user';
const anonymousMetaTag = '<meta name="session" content="none">';
const sessionCookiePattern = /(?:^|;) *(?:__Host-)?sid=/;

const themeCookiePattern = /(?:^|;) *theme=(light|dark)(?:;|$)/;

/** Names and values that every page can read before its first request; null ones are left out. */
export type PageSettings = Record<string, string | null>;

/**
 * The page for the address of a request, and its ETag. It names what the browser will request next: the scripts of that
 * page, and with a session cookie the current user and what the page reads first. A public page without one says so
 * instead. Where the cookie fits the page, its static content is shown at once. The chosen theme is part of the page,
 * so that nothing is shown in the other one first.
 */
export function renderIndexHtml(
  root: string,
  request: Request,
  settings: PageSettings,
): { html: string; etag: string } {
  const preloads = loadPreloads(root);
  const { cookie = '' } = request.headers;
  const hasSession = sessionCookiePattern.test(cookie);
  const requested = findPreload(preloads, request.path);
  // A visitor without a session is redirected to sign in.
  const page = requested.isPublic === false && !hasSession ? preloads[signInPath] : requested;
  const scripts = (page ?? requested).files.map(
    (file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
  );
  const head = scripts.join('') + renderSettings(settings);
  const session = hasSession ? renderReads(requested, request) : requested.isPublic ? anonymousMetaTag : '';
  const shell = requested.isPublic === !hasSession ? requested.shell : undefined;
  const html = withTheme(cookie, withPrerenderedShell(shell, renderPageWithHead(root, head + session)));
  return { html, etag: `W/"${hash('sha256', html, 'base64url')}"` };
}

/** An address may end with a parameter. */
function findPreload(preloads: Preloads, path: string): PagePreload {
  return preloads[path] ?? preloads[path.replace(/[^/]+$/, '$')] ?? preloads['*'] ?? noPreload;
}

function withPrerenderedShell(shell: string | undefined, html: string): string {
  if (shell === undefined) return html;
  return html.replace('<div id="root">', (start) => `<div id="shell" inert>${shell}</div>${start}`);
}

/** The page in the theme that the cookie names. */
export function withTheme(cookie: string, html: string): string {
  const theme = themeCookiePattern.exec(cookie)?.[1];
  return theme === undefined ? html : html.replace('<html', `<html data-theme="${theme}"`);
}

/** A page with a query reads something else first. */
function renderReads({ reads = [] }: PagePreload, { query }: Request): string {
  return [userPath, ...(Object.keys(query).length === 0 ? reads : [])]
    .map((path) => `<link rel="preload" as="fetch" href="${path}" crossorigin="use-credentials">`)
    .join('');
}

function renderSettings(settings: PageSettings): string {
  return Object.entries(settings)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `<meta name="${name}" content="${escapeHtml(value ?? '')}">`)
    .join('');
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
  const cachedFile = keptFiles.get(path);
  if (cachedFile?.changed === changed) return cachedFile.text;
  const text = readFileSync(path, 'utf8');
  keptFiles.set(path, { changed, text });
  return text;
}
