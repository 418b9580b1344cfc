import type { Position } from '#domain/shared/decider.ts';
import type { LeasedViewStore, ViewDeclaration } from '../port.ts';
import { openSqliteViewStore } from '../sqlite/sqlite.ts';

/** A view file with 50 live documents, `u0` to `u49`, up to position 50. */
export async function openFilledViews(file: string, declaration: ViewDeclaration): Promise<LeasedViewStore> {
  const { view, version } = declaration;
  const generation = `${version}#1`;
  const views = openSqliteViewStore(file);
  await views.prepare(declaration, generation);
  const changes = Array.from({ length: 50 }, (_, n) => ({
    id: `u${n}`,
    doc: { id: `u${n}`, email: `${n}@x.com` },
    position: n as Position,
  }));
  await views.apply([{ view, generation, changes, checkpoint: 50 as Position }]);
  await views.promote(declaration, generation);
  return views;
}
