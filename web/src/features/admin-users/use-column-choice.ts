import { useMemo, useState } from 'react';
import * as z from 'zod';
import type { TableColumn } from '#web/features/user-table/index.ts';
import { readStoredJson, writeStored } from '#web/lib/browser/storage.ts';

const storageKey = 'hidden-user-columns';
const storedIds = z.array(z.string()).catch([]);
const lastingIds = ['select', 'email', 'actions'];

/** Which columns are shown, as this browser remembers it; `optional` are those that can be hidden. */
export function useColumnChoice(columns: TableColumn[]) {
  const [hidden, setHidden] = useState(() => storedIds.parse(readStoredJson('localStorage', storageKey)));
  const visible = useMemo(
    () => columns.filter(({ id = '' }) => lastingIds.includes(id) || !hidden.includes(id)),
    [columns, hidden],
  );
  const optional = columns.flatMap(({ id = '', header }) =>
    typeof header === 'string' && !lastingIds.includes(id) ? { id, title: header, isShown: !hidden.includes(id) } : [],
  );
  const show = (id: string, isShown: boolean) => {
    const next = isShown ? hidden.filter((other) => other !== id) : [...hidden, id];
    setHidden(next);
    writeStored('localStorage', storageKey, next.length > 0 ? JSON.stringify(next) : null);
  };
  return { visible, optional, show };
}
