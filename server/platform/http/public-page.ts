import type { Request, Response } from 'express';
import { escapeHtml } from '#server/lib/html/escape-html.ts';
import { withTheme } from './index-html.ts';

/** A page of its own that looks like the product. `main` is markup, with the heading. */
export function renderPublicPage(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${escapeHtml(title)} · Off-Market Scout</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/public-page.css">
  </head>
  <body>
    <header><p><a href="/"><img src="/favicon.svg" alt="" width="32" height="32">Off-Market Scout</a></p></header>
    <main>${main}</main>
  </body>
</html>
`;
}

/** Sends it in the theme that the reader chose; it is neither kept nor found by search engines. */
export function sendPublicPage(request: Request, response: Response, page: string): void {
  response.set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }).type('html');
  response.send(withTheme(request.headers.cookie ?? '', page));
}
