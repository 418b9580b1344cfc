import type { Doc, DocumentChange } from '../port.ts';
import { aliveCondition } from './document-queries.ts';
import type { StatementCache } from './sql/statements.ts';

const putsBetweenPurges = 1_000;

/** Writes of documents; `purge` is called periodically, to remove those that expired. Calls are synchronous. */
export function createDocumentWrites(
  statement: StatementCache,
  { now, purge }: { now: () => number; purge: () => unknown },
) {
  let puts = 0;
  const put = (space: string, doc: Doc, expires: number | null) => {
    statement('INSERT OR REPLACE INTO documents (space, id, doc, expires) VALUES (?, ?, ?, ?)').run(
      space,
      doc.id,
      JSON.stringify(doc),
      toMs(expires),
    );
    puts += 1;
    if (puts % putsBetweenPurges === 0) purge();
  };

  const insert = (space: string, doc: Doc, expires: number | null): boolean => {
    const text = `INSERT INTO documents (space, id, doc, expires) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET doc = excluded.doc, expires = excluded.expires WHERE expires <= ?`;
    return statement(text).run(space, doc.id, JSON.stringify(doc), toMs(expires), now()).changes === 1;
  };

  return {
    put,
    putAll: (space: string, docs: Doc[], expires: number | null) => {
      for (const doc of docs) put(space, doc, expires);
    },
    insertAll: (space: string, docs: Doc[]): string[] =>
      docs.filter((doc) => !insert(space, doc, null)).map(({ id }) => id),
    compareAndSet: (space: string, ...[before, next, expires]: DocumentChange): boolean => {
      if (before === null) return insert(space, next, expires ?? null);
      const unchanged = [space, before.id, JSON.stringify(before), now()];
      const condition = `space = ? AND id = ? AND doc = ? AND ${aliveCondition}`;
      const { changes } =
        next === null
          ? statement(`DELETE FROM documents WHERE ${condition}`).run(...unchanged)
          : statement(`UPDATE documents SET doc = ?, expires = COALESCE(?, expires) WHERE ${condition}`).run(
              JSON.stringify(next),
              toMs(expires ?? null),
              ...unchanged,
            );
      return changes === 1;
    },
    remove: (space: string, id: string) => {
      statement('DELETE FROM documents WHERE space = ? AND id = ?').run(space, id);
    },
    removeAll: (space: string, ids: string[]) => {
      const text = 'DELETE FROM documents WHERE space = ? AND id IN (SELECT value FROM json_each(?))';
      statement(text).run(space, JSON.stringify(ids));
    },
  };
}

function toMs(expires: number | null): number | null {
  return expires === null ? null : Math.round(expires);
}
