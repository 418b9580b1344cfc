import font from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import page from './offline.html?raw';

/** Where the browser knows how: only navigations wake the worker, all else goes to the network by itself. */
export async function routeOnlyNavigations(event: ExtendableEvent): Promise<void> {
  const installEvent = event as { addRoutes?: (route: object) => Promise<void> }; // the compiler does not know it yet
  await installEvent.addRoutes?.({ condition: { not: { requestMode: 'navigate' } }, source: 'network' });
}

/** What the server says, whatever it is; the offline page only where nothing comes back at all. */
export async function answerNavigation({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    const preloaded: unknown = await preloadResponse;
    return preloaded instanceof Response ? preloaded : await fetch(request);
  } catch {
    return createOfflineResponse();
  }
}

/** It comes with the worker, so that it is there whenever the worker is; only the font is what the browser still has. */
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
