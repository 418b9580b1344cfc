import { randomBytes } from 'node:crypto';
import { isWebAddress, webAddressRule } from '#domain/shared/foreign-text.contract.ts';
import { assertPublicHost, lookupPublicAddress, PrivateAddress } from '#server/lib/network/public-address.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';

const secretBytes = 24;

/**
 * Throws HttpError 400 for an address to which nothing is sent. A name is looked up again for each message, as it may
 * lead elsewhere by then.
 */
export async function assertWebhookAddress(text: string, allowPrivate: boolean): Promise<void> {
  const url = parseAddress(text, allowPrivate ? ['https:', 'http:'] : ['https:']);
  if (allowPrivate) return;
  try {
    assertPublicHost(url);
    await lookUp(url.hostname.replace(/^\[|\]$/g, ''));
  } catch (error) {
    if (error instanceof PrivateAddress) throw new HttpError(400, 'The address must lead to a public server');
    throw new HttpError(400, `No server is known as ${url.hostname}`);
  }
}

function parseAddress(text: string, protocols: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !protocols.includes(url.protocol))
    throw new HttpError(400, 'Enter the https:// address of your server');
  if (`${url.username}${url.password}` !== '')
    throw new HttpError(400, 'The address must not contain a user name or password: messages are signed instead');
  if (!isWebAddress(text)) throw new HttpError(400, `The address ${webAddressRule}`);
  return url;
}

async function lookUp(host: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  lookupPublicAddress(host, {}, (error) => (error ? reject(error) : resolve(undefined)));
  await promise;
}

/** In the form of Standard Webhooks. */
export function createWebhookSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}
