import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/**
 * Imports code. A failure of a page's code makes the router reload the window, which is right if a newer release has
 * replaced that code; without a server the user would be left with nothing.
 */
export async function importCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load();
  } catch (cause) {
    const response = await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }).catch(() => null);
    throw response ? cause : new Error('Can’t reach the server.', { cause });
  }
}

/** A page whose code is loaded when it opens. */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<Name, () => ReactNode>>,
  name: Name,
): RouteComponent {
  return lazyRouteComponent(() => importCode(load), name);
}
