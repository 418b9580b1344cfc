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
  // One listener for the whole answer: `compression` never removes those that wait for its own stream.
  let resume: () => void = () => undefined;
  response.on('drain', () => resume()).on('close', () => resume());
  for await (const text of texts) {
    if (!response.headersSent) begin();
    if (response.destroyed) return;
    if (!response.write(text)) await new Promise<void>((resolve) => (resume = resolve));
  }
  if (!response.headersSent) begin();
  response.end();
}
