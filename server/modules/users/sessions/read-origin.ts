import type { Request } from 'express';
import type { SessionOrigin } from '#domain/sign-in/events.ts';
import { lookupIp } from '#server/modules/visitors/index.ts';
import { normalizeAddress, parseClientAddress } from '#server/platform/http/middleware/client-address.ts';

const maxAgentLength = 500;

/** The browser of a request in words, and the place of its address. */
export async function readOrigin(request: Request): Promise<SessionOrigin> {
  const { city, state } = await lookupIp(normalizeAddress(parseClientAddress(request) ?? ''));
  return { browser: await describeBrowser(request.get('user-agent') ?? ''), city, state };
}

async function describeBrowser(userAgent: string): Promise<string> {
  const { default: bowser } = await import('bowser');
  const { browser, os } = bowser.parse(userAgent.slice(0, maxAgentLength) || 'unknown');
  const name = browser.name ?? '';
  return [name === '' ? 'Unknown browser' : name, os.name].filter(Boolean).join(' on ');
}

/** 'Detroit, MI'; null where nothing is known. */
export function describePlace({ city, state }: Pick<SessionOrigin, 'city' | 'state'>): string | null {
  return [city, state].filter((part) => part !== null).join(', ') || null;
}
