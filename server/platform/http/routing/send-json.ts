import compression from 'compression';
import type { Request, Response } from 'express';

// Below this size, compression costs more time than it saves.
const minCompressedLength = 32_768;
const compress = compression({ threshold: minCompressedLength });

/** Sends an answer that is JSON text already; a large one is compressed for clients that accept it. */
export function sendJson(request: Request, response: Response, text: string): void {
  const send = () => {
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(text));
    response.end(text);
  };
  if (text.length > minCompressedLength) compress(request, response, send);
  else send();
}
