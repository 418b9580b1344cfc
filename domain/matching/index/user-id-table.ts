import { createUuidHashTable, type UuidWords } from './uuid-hash-table.ts';

/**
 * User ids by number, 16 bytes each: a number belongs to its id permanently, so that old results still resolve to it.
 */
export type UserIdTable = {
  /** -1 for an id that was never added. */
  findNumber: (userId: string) => number;
  insert: (userId: string) => number;
  textOf: (number: number) => string;
  /** 32 bits in the order of the texts of UUIDs. */
  sortKey: (number: number) => number;
};

const uuidPattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
/** Three words with this value precede the number of an id that is not a UUID. */
const nonUuidMark = 0xffffffff;

export function createUserIdTable(): UserIdTable {
  const names: string[] = [];
  const nameNumbers = new Map<string, number>();
  const index = createUuidHashTable();

  /** Null for an id that is not a UUID and was never added. */
  const wordsFor = (userId: string): UuidWords | null => {
    const read = uuidPattern.test(userId) ? parseUuid(userId) : null;
    if (read !== null && read[0] !== nonUuidMark) return read;
    const name = nameNumbers.get(userId);
    return name === undefined ? null : [nonUuidMark, nonUuidMark, nonUuidMark, name];
  };

  const named = (userId: string): UuidWords => {
    nameNumbers.set(userId, names.length);
    return [nonUuidMark, nonUuidMark, nonUuidMark, names.push(userId) - 1];
  };

  return {
    findNumber: (userId) => {
      const words = wordsFor(userId);
      return words === null ? -1 : index.findNumber(words);
    },
    insert: (userId) => index.insert(wordsFor(userId) ?? named(userId)),
    textOf: (number) => {
      const words = index.get(number);
      return words[0] === nonUuidMark ? (names[words[3]] ?? '') : formatUuid(words);
    },
    sortKey: (number) => index.get(number)[0],
  };
}

function parseUuid(id: string): UuidWords {
  return [
    Number.parseInt(id.slice(0, 8), 16),
    Number.parseInt(id.slice(9, 13) + id.slice(14, 18), 16),
    Number.parseInt(id.slice(19, 23) + id.slice(24, 28), 16),
    Number.parseInt(id.slice(28), 16),
  ];
}

const toHex = (word: number) => word.toString(16).padStart(8, '0');

function formatUuid([a, b, c, d]: UuidWords): string {
  const [second, third] = [toHex(b), toHex(c)];
  return `${toHex(a)}-${second.slice(0, 4)}-${second.slice(4)}-${third.slice(0, 4)}-${third.slice(4)}${toHex(d)}`;
}
