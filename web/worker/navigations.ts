import font from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import page from './offline.html?raw';

/** If the browser supports it: only navigations start the worker, all other requests go to the network directly. */
export async function routeOnlyNavigations(event: ExtendableEvent): Promise<void> {
  const installEvent = event as { addRoutes?: (route: object) => Promise<void> }; // missing in the compiler's types
  await installEvent.addRoutes?.({ condition: { not: { requestMode: 'navigate' } }, source: 'network' });
}

/** The server's response, whatever it is; the offline page only if there is none. */
export async function answerNavigation({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    const preloaded: unknown = await preloadResponse;
    return preloaded instanceof Response ? preloaded : await fetch(request);
  } catch {
    return createOfflineResponse();
  }
}

/** Installed with the worker, so that it is always available; only the font comes from the browser's cache. */
function createOfflineResponse(): Response {
  const nonce = crypto.randomUUID();
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return new Response(page.replaceAll('{nonce}', nonce).replace('{font}', font), {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy.join('; '),
      'x-content-type-options': 'nosniff',
    },
  });
}
