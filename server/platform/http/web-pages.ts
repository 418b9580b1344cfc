import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type Request, type RequestHandler, Router } from 'express';
import { sharePath } from '#domain/member-listing/share.contract.ts';
import { type PageSettings, renderIndexHtml, renderPageWithHead } from './index-html.ts';
import { HttpError } from './middleware/http-error.ts';
import { setRoutePattern } from './middleware/route-pattern.ts';

const webRoot = fileURLToPath(new URL('../../../web/dist', import.meta.url));
const yearMs = 365 * 86_400_000;
const immutableOptions = { immutable: true, maxAge: yearMs, index: false, redirect: false } as const;

/**
 * The built web: files whose name carries a hash are cached permanently; every address that is no file is the page,
 * which has its own router. It carries `settings`; the page of a copy of the product has `head` instead.
 */
export function createPagesRouter(root = webRoot, head = '', settings: PageSettings = {}): Router {
  const router = Router();
  router.use('/assets', servePackedAssets(root), express.static(`${root}/assets`, immutableOptions));
  router.use(express.static(root, { index: false, redirect: false, cacheControl: false, setHeaders: setNoCache }));
  router.use((request, response) => {
    if (request.path.startsWith('/assets/') || !isNavigation(request)) throw new HttpError(404, 'No such page');
    setRoutePattern(response, 'page');
    setNoCache(response);
    response.type('html').vary('Cookie');
    if (request.path.startsWith(sharePath)) response.set('X-Robots-Tag', 'noindex');
    if (head !== '') {
      response.send(renderPageWithHead(root, head));
      return;
    }
    const { html, etag } = renderIndexHtml(root, request, settings);
    response.set('etag', etag).send(html);
  });
  return router;
}

/** The precompressed copies of scripts, styles and data from the build, for browsers that accept them. */
function servePackedAssets(root: string): RequestHandler {
  const send = express.static(`${root}/assets`, {
    ...immutableOptions,
    setHeaders: (response, path) => {
      response.type(extname(path.slice(0, -'.br'.length))).set('Content-Encoding', 'br');
    },
  });
  return (request, response, next) => {
    const { url } = request;
    if (!/^[^?]+\.(js|css|json)$/.test(url)) {
      next();
      return;
    }
    response.vary('Accept-Encoding');
    if (!request.acceptsEncodings('br')) {
      next();
      return;
    }
    request.url = `${url}.br`;
    send(request, response, (error?: unknown) => {
      request.url = url;
      next(error);
    });
  };
}

function setNoCache(response: { setHeader: (name: string, value: string) => unknown }): void {
  response.setHeader('Cache-Control', 'no-cache');
}

function isNavigation(request: Request): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && !/\.\w+$/.test(request.path) && request.accepts('html') === 'html';
}
