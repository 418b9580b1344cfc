export type Kind = 'xlsx' | 'xls' | 'csv';

const zip = Buffer.from('PK\u0003\u0004', 'latin1');
const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const marks = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/** What a file is, where its name and its content say the same; null for anything that is no spreadsheet. */
export function kindOf({ name, content }: { name: string; content: Buffer }): Kind | null {
  const kind = /\.(xlsx|xls|csv)$/i.exec(name)?.[1]?.toLowerCase();
  if (kind === 'xlsx') return begins(content, zip) ? kind : null;
  if (kind === 'xls') return begins(content, compound) ? kind : null;
  return kind === 'csv' && isText(content) ? kind : null;
}

function begins(content: Buffer, mark: Buffer): boolean {
  return content.subarray(0, mark.length).equals(mark);
}

/** Text has no zero bytes, but in UTF-16, where every other byte of a Western text is one. */
function isText(content: Buffer): boolean {
  if (!content.includes(0)) return !/^(%PDF|PK\u0003\u0004|GIF8)/.test(content.toString('latin1', 0, 8));
  return marks.some((mark) => begins(content, mark)) || wideEncoding(content) !== null;
}

/** UTF-16 without a byte order mark, told by where the zero bytes are. */
export function wideEncoding(content: Buffer): 'utf-16le' | 'utf-16be' | null {
  const start = content.subarray(0, 1000);
  const zeros = [0, 0];
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = start.length * 0.4;
  if (odd > most && even === 0) return 'utf-16le';
  return even > most && odd === 0 ? 'utf-16be' : null;
}
