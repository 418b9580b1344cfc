import compression from 'compression';
import type { Request, Response } from 'express';
import { sendTexts } from './send-texts.ts';

// Below this size, compression costs more time than it saves.
const minCompressedLength = 8_192;
/** A longer answer is encoded in pieces, so that others are answered in between. */
const maxPieceLength = 256 * 1024;
const compress = compression({ threshold: minCompressedLength });

/** Sends an answer that is JSON text already; a large one is compressed for clients that accept it. */
export async function sendJson(request: Request, response: Response, text: string): Promise<void> {
  if (text.length > minCompressedLength) compress(request, response, () => undefined);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (text.length > maxPieceLength) {
    await sendTexts(response, cutIntoPieces(text));
    return;
  }
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}

/** No piece ends between the two halves of a character. */
function* cutIntoPieces(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const cut = from + maxPieceLength;
    const to = isHighSurrogate(text.charCodeAt(cut - 1)) ? cut + 1 : cut;
    yield text.slice(from, to);
    from = to;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
