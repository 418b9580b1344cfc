import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Request } from 'express';

type Page = { files: string[]; isPublic?: boolean; shell?: string };
type Preloads = Record<string, Page>;

const nothing: Page = { files: [] };
const signIn = '/auth';
const askWho = '<link rel="preload" as="fetch" href="/api/user" crossorigin="use-credentials">';
const nobody = '<meta name="session" content="none">';
const sessionCookie = /(?:^|;) *(?:__Host-)?sid=/;

/**
 * The page as it opens at the address of a request, and its tag. It names what the browser will ask for next: the
 * scripts of that page, and who is signed in. Where that matters to nobody and no session's cookie came, it says so
 * instead, and shows at once what the page has for everybody.
 */
export function opening(root: string, request: Request): { html: string; etag: string } {
  const preloads = preloadsIn(root);
  const hasSession = sessionCookie.test(request.headers.cookie ?? '');
  const asked = preloads[request.path] ?? preloads['*'] ?? nothing;
  // Who is not signed in is led to sign in.
  const page = asked.isPublic === false && !hasSession ? preloads[signIn] : asked;
  const scripts = (page ?? asked).files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  const html = hasSession
    ? pageWith(root, scripts.join('') + askWho)
    : withShell(asked.shell, pageWith(root, scripts.join('') + (asked.isPublic ? nobody : '')));
  return { html, etag: `W/"${createHash('sha256').update(html).digest('base64url')}"` };
}

function withShell(shell: string | undefined, html: string): string {
  if (shell === undefined) return html;
  return html.replace('<div id="root">', (start) => `<div id="shell" inert>${shell}</div>${start}`);
}

/** The page with more in its head. */
export function pageWith(root: string, head: string): string {
  return readFileSync(`${root}/index.html`, 'utf8').replace('</head>', () => `${head}</head>`);
}

function preloadsIn(root: string): Preloads {
  const path = `${root}/.preloads.json`;
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Preloads) : {}; // as web/preloads.ts writes it
}
