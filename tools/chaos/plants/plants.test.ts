import { describe, expect, it } from 'vitest';
import { applyEdit, listEdits, type PlantName, plants, readEdited } from './plants.ts';

const names = Object.keys(plants) as PlantName[]; // of the same object

describe('the plants of a run of chaos', () => {
  it('The plants of a run of chaos are eight', () => {
    expect(names).toHaveLength(8);
  });

  it.each(names)('The plant %s changes texts that the product still has', (name) => {
    for (const edit of listEdits(name)) expect(() => readEdited(edit)).not.toThrow();
  });

  it('A plant whose text is missing, or there more than once, is refused', () => {
    const edit = { file: 'a.ts', from: 'send()', to: '' };
    expect(() => applyEdit('receive()', edit)).toThrow('a.ts does not contain once: send()');
    expect(() => applyEdit('send(); send();', edit)).toThrow('a.ts does not contain once: send()');
    expect(applyEdit('await send();', edit)).toBe('await ;');
  });
});
