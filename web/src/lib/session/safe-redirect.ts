/** Where somebody who signs in goes on: the path of this site that they came for. Anything else is the start page. */
export function safeRedirectPath(path: unknown, origin: string): string {
  if (typeof path !== 'string' || !path.startsWith('/')) return '/';
  const url = URL.canParse(path, origin) ? new URL(path, origin) : null;
  if (url?.origin !== origin || url.pathname === '/auth') return '/';
  return url.pathname + url.search + url.hash;
}
