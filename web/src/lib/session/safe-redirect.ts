/** The path to open after sign-in: the requested path of this site, or the start page for anything else. */
export function safeRedirectPath(path: unknown, origin: string): string {
  if (typeof path !== 'string' || !path.startsWith('/')) return '/';
  const url = URL.canParse(path, origin) ? new URL(path, origin) : null;
  if (url?.origin !== origin || url.pathname === '/auth') return '/';
  return url.pathname + url.search + url.hash;
}
