import { listAll } from '#projections/store/list-all.ts';
import type { Doc, Documents } from '#projections/store/port.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { createLruCache } from './lru-cache.ts';

export const subjectTokensSpace = documentSpaces.subjectTokens;
/** About 200 bytes each. */
const maxCachedTokens = 100_000;
const removeBatchSize = 1_000;

/** `id` is the token. */
type SubjectTokenDoc = Doc & { subject: string };

/** The subjects of tokens. They are stored nowhere else: a token that is removed leads to no subject. */
export type SubjectTokens = {
  /** The subjects of those tokens that have one. */
  findSubjects: (tokens: ReadonlySet<string>) => Promise<ReadonlyMap<string, string>>;
  /** Durable when it resolves. */
  put: (subjects: ReadonlyMap<string, string>) => Promise<void>;
  /** All tokens of a subject. */
  listOf: (subject: string) => Promise<string[]>;
  remove: (tokens: readonly string[]) => Promise<void>;
};

type TokenDocuments = Pick<Documents, 'getMany' | 'list' | 'putAll' | 'removeAll'>;

export function createSubjectTokens(documents: TokenDocuments): SubjectTokens {
  const inMemory = createLruCache<string>(maxCachedTokens);

  return {
    findSubjects: async (tokens) => {
      const subjectByToken = new Map<string, string>();
      const missing: string[] = [];
      for (const token of tokens) {
        const subject = inMemory.get(token);
        if (subject === undefined) missing.push(token);
        else subjectByToken.set(token, subject);
      }
      const docs = missing.length === 0 ? [] : await documents.getMany<SubjectTokenDoc>(subjectTokensSpace, missing);
      for (const doc of docs) {
        if (doc === null) continue;
        inMemory.set(doc.id, doc.subject);
        subjectByToken.set(doc.id, doc.subject);
      }
      return subjectByToken;
    },
    put: async (subjects) => {
      // One in memory is durable already.
      const added = [...subjects].filter(([token, subject]) => inMemory.get(token) !== subject);
      const docs = added.map(([id, subject]): SubjectTokenDoc => ({ id, subject }));
      if (docs.length > 0) await documents.putAll(subjectTokensSpace, docs);
      for (const { id, subject } of docs) inMemory.set(id, subject);
    },
    listOf: async (subject) =>
      (await listAll<SubjectTokenDoc>(documents, subjectTokensSpace, { subject })).map(({ id }) => id),
    remove: async (tokens) => {
      for (let from = 0; from < tokens.length; from += removeBatchSize) {
        await documents.removeAll(subjectTokensSpace, tokens.slice(from, from + removeBatchSize));
      }
      for (const token of tokens) inMemory.remove(token);
    },
  };
}
