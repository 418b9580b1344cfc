import { isUtf8 } from 'node:buffer';

const chunkBytes = 65_536;

/**
 * Decodes a file in chunks. The encoding comes from the byte order mark; else it is UTF-8 where the bytes are valid
 * UTF-8, whatever is declared; else `charset`, as declared by the server or the file, or Windows-1252 for Latin-1.
 */
export function* decodeText(bytes: Buffer, charset: string | null = null): Iterable<string> {
  const decoder = new TextDecoder(detectEncoding(bytes, charset));
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    const chunk = decoder.decode(bytes.subarray(from, from + chunkBytes), { stream: true });
    if (chunk !== '') yield chunk;
  }
  const lastChunk = decoder.decode();
  if (lastChunk !== '') yield lastChunk;
}

/** The encoding that an XML declaration names; null where it names none. */
export function findXmlEncoding(bytes: Buffer): string | null {
  const beginning = bytes.toString('latin1', 0, 200);
  return /^[\s\xEF\xBB\xBF]*<\?xml\b[^>]*\bencoding\s*=\s*["']\s*([\w.:-]+)/i.exec(beginning)?.[1] ?? null;
}

/** The charset of a Content-Type; null where there is none. */
export function parseCharset(contentType: string | null): string | null {
  return /;\s*charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(contentType ?? '')?.[1] ?? null;
}

/** The first bytes of a text in two-byte encodings: a byte order mark or a '<'. */
const wideEncodingMarks: [number, number, string][] = [
  [0xff, 0xfe, 'utf-16le'],
  [0xfe, 0xff, 'utf-16be'],
  [0x3c, 0, 'utf-16le'],
  [0, 0x3c, 'utf-16be'],
];

function detectEncoding(bytes: Buffer, charset: string | null): string {
  const wide = wideEncodingMarks.find(([first, second]) => bytes[0] === first && bytes[1] === second);
  if (wide) return wide[2];
  if (isUtf8(bytes)) return 'utf-8';
  const declared = charset === null ? null : normalizeCharset(charset);
  // Bytes that are in neither of these are in Windows-1252.
  return declared === null || declared === 'utf-8' || declared.startsWith('utf-16') ? 'windows-1252' : declared;
}

function normalizeCharset(charset: string): string | null {
  try {
    return new TextDecoder(charset).encoding;
  } catch {
    return null;
  }
}
