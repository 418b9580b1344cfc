import { HttpError } from '../../middleware/http-error.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The value of a body. Throws HttpError 400 for one that is no JSON in UTF-8. */
export function parseJsonBytes(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new HttpError(400, 'The body is not valid JSON');
  }
}
