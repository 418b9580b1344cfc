import { createHash } from 'node:crypto';
import { endianness } from 'node:os';
import * as z from 'zod';
import { typeBitsEnd } from '#domain/listing/property-types.contract.ts';
import type { Position } from '#domain/shared/decider.ts';
import { defaultMaxPrice, defaultRadiusMiles } from '#domain/user/contract.ts';
import type { MemberIndexState, MemberFilters } from './members.ts';

/** Members as they were right after one event of the log; `event` distinguishes it from any other at that position. */
export type MemberSnapshot = {
  position: Position;
  event: { id: string; stream: string; revision: number };
  members: MemberIndexState;
};

/** Must be raised with every change of the meaning of the columns. */
const formatVersion = 2;
const checksumBytes = 32;
const wordBytes = Uint32Array.BYTES_PER_ELEMENT;
/** The inputs that numbers were computed with: another version of the program may have different ones. */
const formatBasis = `${formatVersion} ${endianness()} ${defaultRadiusMiles} ${defaultMaxPrice} ${typeBitsEnd}`;

const filtersSchema = z.object({
  maxPrice: z.number(),
  radius: z.number(),
  zipCode: z.string().nullable(),
  typeBits: z.number(),
  isDaily: z.boolean(),
}) satisfies z.ZodType<MemberFilters>;

const headSchema = z.object({
  basis: z.literal(formatBasis),
  position: z.number(),
  event: z.object({ id: z.string(), stream: z.string(), revision: z.number() }),
  radii: z.array(z.number()),
  places: z.array(z.object({ zipCode: z.string(), latitude: z.number(), longitude: z.number() })),
  names: z.array(z.string()),
  nowhere: z.array(z.tuple([z.string(), filtersSchema])),
  lengths: z.object({ blocks: z.number(), rows: z.number(), ids: z.number() }),
});

/** A checksum, the length of the head in bytes (32 bits), the head in JSON, and the columns as they lie in memory. */
export function encodeSnapshot({
  position,
  event,
  members: { columns, withoutLocation: nowhere },
}: MemberSnapshot): Buffer {
  const { radii, places, names, blocks, rows, ids } = columns;
  const lengths = { blocks: blocks.length, rows: rows.length, ids: ids.length };
  const headed: z.input<typeof headSchema> = {
    basis: formatBasis,
    position,
    event,
    radii,
    places,
    names,
    nowhere,
    lengths,
  };
  const text = Buffer.from(JSON.stringify(headed));
  const length = Buffer.alloc(wordBytes);
  length.writeUInt32LE(text.length);
  const body = Buffer.concat([length, text, ...[blocks, rows, ids].map(toBytes)]);
  return Buffer.concat([computeChecksum(body), body]);
}

/** Null for a file that is damaged, of another version, or no snapshot at all. */
export function decodeSnapshot(bytes: Buffer): MemberSnapshot | null {
  if (bytes.length < checksumBytes + wordBytes) return null;
  const body = bytes.subarray(checksumBytes);
  if (!computeChecksum(body).equals(bytes.subarray(0, checksumBytes))) return null;
  const columnsFrom = wordBytes + body.readUInt32LE();
  const read = headSchema.safeParse(parseJson(body.toString('utf8', wordBytes, columnsFrom)));
  if (!read.success) return null;
  const { position, event, radii, places, names, nowhere, lengths } = read.data;
  const blocks = readWords(body, columnsFrom, lengths.blocks);
  const rows = readWords(body, columnsFrom + blocks.byteLength, lengths.rows);
  const ids = readWords(body, columnsFrom + blocks.byteLength + rows.byteLength, lengths.ids);
  const columns = { radii, places, names, blocks, rows, ids };
  // A position of the log, as it was written.
  return { position: position as Position, event, members: { columns, withoutLocation: nowhere } };
}

function computeChecksum(body: Buffer): Buffer {
  return createHash('sha256').update(body).digest();
}

function toBytes({ buffer, byteOffset, byteLength }: Uint32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** A copy: words must be aligned to four bytes. */
function readWords(body: Buffer, from: number, length: number): Uint32Array {
  const words = new Uint32Array(length);
  toBytes(words).set(body.subarray(from, from + words.byteLength));
  return words;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
