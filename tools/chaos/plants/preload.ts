import { registerHooks } from 'node:module';
import { applyEdit, isPlant, listEdits, readEdited, toFileUrl } from './plants.ts';

// Loaded into each process of the product before it starts: changes its sources as they are read.

const plant = process.env['CHAOS_PLANT'] ?? '';
const edits = Map.groupBy(listEdits(isPlant(plant) ? plant : null), toFileUrl);
// Throws before the product starts where a text is not there any more.
for (const edit of [...edits.values()].flat()) readEdited(edit);

registerHooks({
  load: (url, context, nextLoad) => {
    const module = nextLoad(url, context);
    const own = edits.get(url);
    if (own === undefined) return module;
    const source =
      typeof module.source === 'string' ? module.source : Buffer.from(module.source as Uint8Array).toString(); // files have a source
    return { ...module, source: own.reduce(applyEdit, source) };
  },
});
