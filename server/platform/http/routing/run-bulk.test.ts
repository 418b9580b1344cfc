import { expect, it } from 'vitest';
import { StoreUnavailable } from '#projections/store/port.ts';
import { runBulk } from './run-bulk.ts';

it('A bulk action stops at a failure of the store', async () => {
  const acted: string[] = [];
  const act = (id: string) => {
    acted.push(id);
    return id === 'b' ? Promise.reject(new StoreUnavailable('gone')) : Promise.resolve();
  };
  await expect(runBulk(['a', 'b', 'c'], act)).rejects.toThrow(StoreUnavailable);
  expect(acted).toEqual(['a', 'b']);
});
