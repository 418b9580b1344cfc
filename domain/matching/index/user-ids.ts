import { createWordIndex, type Words, wordsAt } from './word-index.ts';

/** User ids by number, 16 bytes each: a number belongs to its id for good, so that it says who was meant later too. */
export type UserIds = {
  /** -1 for one that was never entered. */
  numberOf: (userId: string) => number;
  enter: (userId: string) => number;
  textOf: (number: number) => string;
  /** The ids that are no UUIDs, and the four words of each of these numbers, as `enterWords` takes them. */
  names: () => readonly string[];
  wordsOf: (numbers: Uint32Array) => Uint32Array;
  /** Enters the id whose four words begin at `at`; its name, where it has one, was among those given at the start. */
  enterWords: (words: Uint32Array, at: number) => number;
};

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
/** Three words of this stand before the number of an id that is no UUID. */
const otherwise = 0xffffffff;

export function createUserIds(known: readonly string[] = []): UserIds {
  const names = [...known];
  const nameNumbers = new Map(names.map((name, number) => [name, number]));
  const index = createWordIndex();

  /** Null for an id that is no UUID and was never seen. */
  const wordsFor = (userId: string): Words | null => {
    const read = uuid.test(userId) ? wordsIn(userId) : null;
    if (read !== null && read[0] !== otherwise) return read;
    const name = nameNumbers.get(userId);
    return name === undefined ? null : [otherwise, otherwise, otherwise, name];
  };

  const named = (userId: string): Words => {
    nameNumbers.set(userId, names.length);
    return [otherwise, otherwise, otherwise, names.push(userId) - 1];
  };

  return {
    numberOf: (userId) => {
      const words = wordsFor(userId);
      return words === null ? -1 : index.numberOf(words);
    },
    enter: (userId) => index.enter(wordsFor(userId) ?? named(userId)),
    enterWords: (given, at) => index.enter(wordsAt(given, at)),
    textOf: (number) => {
      const words = index.at(number);
      return words[0] === otherwise ? (names[words[3]] ?? '') : textIn(words);
    },
    names: () => names,
    wordsOf: index.copyOf,
  };
}

function wordsIn(id: string): Words {
  return [
    Number.parseInt(id.slice(0, 8), 16),
    Number.parseInt(id.slice(9, 13) + id.slice(14, 18), 16),
    Number.parseInt(id.slice(19, 23) + id.slice(24, 28), 16),
    Number.parseInt(id.slice(28), 16),
  ];
}

const hex = (word: number) => word.toString(16).padStart(8, '0');

function textIn([a, b, c, d]: Words): string {
  const [second, third] = [hex(b), hex(c)];
  return `${hex(a)}-${second.slice(0, 4)}-${second.slice(4)}-${third.slice(0, 4)}-${third.slice(4)}${hex(d)}`;
}
