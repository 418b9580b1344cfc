import { once } from 'node:events';
import type { Response } from 'express';

/**
 * Sends texts as the body, no faster than the client reads, and ends when the client no longer reads. `begin` is called
 * when the first of them is there, or none.
 */
export async function sendTexts(
  response: Response,
  texts: AsyncIterable<string> | Iterable<string>,
  begin: () => void = () => undefined,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  if (response.destroyed) gone.abort();
  for await (const text of texts) {
    if (!response.headersSent) begin();
    if (gone.signal.aborted) return;
    if (!response.write(text)) await once(response, 'drain', { signal: gone.signal }).catch(() => undefined);
  }
  if (!response.headersSent) begin();
  response.end();
}
