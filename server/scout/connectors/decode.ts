import { isUtf8 } from 'node:buffer';

const pieceSize = 65_536;

/** The text of a file, piece by piece: UTF-16 by its byte order mark, else UTF-8, else Latin-1 as Windows writes it. */
export function* decoded(bytes: Buffer): Iterable<string> {
  const decoder = new TextDecoder(encodingOf(bytes));
  for (let from = 0; from < bytes.length; from += pieceSize) {
    const piece = decoder.decode(bytes.subarray(from, from + pieceSize), { stream: true });
    if (piece !== '') yield piece;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}
