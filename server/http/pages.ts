import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import express, { type Request, Router } from 'express';
import { Problem } from './problem.ts';
import { settleTemplate } from './template.ts';

const built = fileURLToPath(new URL('../../web/dist', import.meta.url));
const year = 365 * 86_400_000;

/**
 * The built web: files whose name carries a hash are kept for good; every address that is no file is the page, which
 * knows its own routes. `head` is put into it, for what it has to know before it asks.
 */
export function pages(root = built, head = ''): Router {
  const router = Router();
  const page =
    head === '' ? null : () => readFileSync(`${root}/index.html`, 'utf8').replace('</head>', `${head}</head>`);
  router.use(
    '/assets',
    express.static(`${root}/assets`, { immutable: true, maxAge: year, index: false, redirect: false }),
  );
  router.use(express.static(root, { index: false, redirect: false, cacheControl: false, setHeaders: revalidated }));
  router.use((request, response, next) => {
    if (request.path.startsWith('/assets/') || !isNavigation(request)) throw new Problem(404, 'No such page');
    settleTemplate(response, 'page');
    revalidated(response);
    if (page) response.type('html').send(page());
    else response.sendFile('index.html', { root, cacheControl: false }, next);
  });
  return router;
}

function revalidated(response: { setHeader: (name: string, value: string) => unknown }): void {
  response.setHeader('Cache-Control', 'no-cache');
}

function isNavigation(request: Request): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && !/\.\w+$/.test(request.path) && request.accepts('html') === 'html';
}
