import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { compact } from '#domain/shared/compact.contract.ts';

const daySeconds = 86_400;

/**
 * Headers that restrict the page to what it needs: its own scripts and styles, images and socket, and the tiles of a map.
 * Headers for https are sent only where the site is known to be reached by it.
 */
export function createSecurityHeaders(publicUrl: string | null, tileOrigin: string | null = null): RequestHandler {
  const isHttps = publicUrl?.startsWith('https:') ?? false;
  return setFixedHeaders(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          scriptSrc: ["'self'"],
          scriptSrcAttr: ["'none'"],
          styleSrc: ["'self'"],
          styleSrcAttr: ["'unsafe-inline'"],
          imgSrc: compact(["'self'", 'data:', tileOrigin]),
          connectSrc: compact(["'self'", publicUrl?.replace(/^http/, 'ws')]),
          objectSrc: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
          ...(isHttps && { upgradeInsecureRequests: [] }),
        },
      },
      strictTransportSecurity: isHttps ? { maxAge: 365 * daySeconds } : false,
      referrerPolicy: { policy: 'same-origin' },
      xFrameOptions: { action: 'deny' },
    }),
  );
}

/** The headers that helmet sets are the same for every request, so it is called once. */
function setFixedHeaders(middleware: ReturnType<typeof helmet>): RequestHandler {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  middleware(request, response, () => undefined);
  const headers = Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)] as const);
  return (_request, answer, next) => {
    for (const [name, value] of headers) answer.setHeader(name, value);
    next();
  };
}
