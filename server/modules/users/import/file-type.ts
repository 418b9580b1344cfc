export type SpreadsheetType = 'xlsx' | 'xls' | 'csv';

const zipSignature = Buffer.from('PK\u0003\u0004', 'latin1');
const oleSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const byteOrderMarks = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/** The type of a file if its name and its content agree; null for anything that is not a spreadsheet. */
export function detectFileType({ name, content }: { name: string; content: Buffer }): SpreadsheetType | null {
  const kind = /\.(xlsx|xls|csv)$/i.exec(name)?.[1]?.toLowerCase();
  if (kind === 'xlsx') return hasPrefix(content, zipSignature) ? kind : null;
  if (kind === 'xls') return hasPrefix(content, oleSignature) ? kind : null;
  return kind === 'csv' && isText(content) ? kind : null;
}

function hasPrefix(content: Buffer, mark: Buffer): boolean {
  return content.subarray(0, mark.length).equals(mark);
}

/** Text has no zero bytes, except in UTF-16, where every other byte of a Western text is zero. */
function isText(content: Buffer): boolean {
  if (!content.includes(0)) return !/^(%PDF|PK\u0003\u0004|GIF8)/.test(content.toString('latin1', 0, 8));
  return byteOrderMarks.some((mark) => hasPrefix(content, mark)) || detectUtf16(content) !== null;
}

/** UTF-16 without a byte order mark, detected by the position of the zero bytes. */
export function detectUtf16(content: Buffer): 'utf-16le' | 'utf-16be' | null {
  const start = content.subarray(0, 1000);
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const threshold = start.length * 0.4;
  if (odd > threshold && even === 0) return 'utf-16le';
  return even > threshold && odd === 0 ? 'utf-16be' : null;
}
