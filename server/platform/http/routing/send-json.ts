import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import compression from 'compression';
import type { Request, Response } from 'express';
import { sendTexts } from './send-texts.ts';

// Below this size, compression costs more time than it saves.
const minCompressedLength = 8_192;
/** A longer answer is encoded in pieces, so that others are answered in between. */
const maxPieceLength = 256 * 1024;
const compressPieces = compression();

// The higher qualities take ten times as long for a few percent.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const encoders = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, brotliOptions),
  gzip: promisify<Buffer, Buffer>(gzip),
  identity: (bytes: Buffer) => Promise.resolve(bytes),
};
type Encoding = keyof typeof encoders;

/** JSON text, and its bytes in the encodings that clients have accepted, so that each is made once. */
export type JsonAnswer = { text: string; bytes: Map<Encoding, Promise<Buffer>> };

export const createJsonAnswer = (text: string): JsonAnswer => ({ text, bytes: new Map() });

/** Sends JSON; a large answer is compressed for clients that accept it. */
export async function sendJson(request: Request, response: Response, answer: JsonAnswer): Promise<void> {
  const { text } = answer;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (text.length > maxPieceLength) {
    compressPieces(request, response, () => undefined);
    await sendTexts(response, cutIntoPieces(text));
    return;
  }
  if (text.length <= minCompressedLength) {
    // As text it is written together with the headers.
    endSoon(response, text);
    return;
  }
  endSoon(response, await encode(answer, negotiateEncoding(request, response)));
}

/** Writes the answers to requests that arrived together in one stretch: to wake a client takes as long as an answer. */
function endSoon(response: Response, content: string | Buffer): void {
  response.setHeader('Content-Length', Buffer.byteLength(content));
  setImmediate(() => response.end(content));
}

function negotiateEncoding(request: Request, response: Response): Encoding {
  const accepted = (['br', 'gzip'] as const).find((encoding) => request.acceptsEncodings(encoding)) ?? 'identity';
  response.vary('Accept-Encoding');
  if (accepted !== 'identity') response.setHeader('Content-Encoding', accepted);
  return accepted;
}

function encode({ text, bytes }: JsonAnswer, encoding: Encoding): Promise<Buffer> {
  const promise = bytes.get(encoding) ?? encoders[encoding](Buffer.from(text));
  bytes.set(encoding, promise);
  return promise;
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
