/** Lists of items by key; a key without items is forgotten. */
export type KeyedLists<Key, Item> = {
  add: (key: Key, item: Item) => void;
  remove: (key: Key, item: Item) => void;
  get: (key: Key) => readonly Item[];
};

export function createKeyedLists<Key, Item>(): KeyedLists<Key, Item> {
  const lists = new Map<Key, Item[]>();
  return {
    add: (key, item) => {
      const list = lists.get(key);
      if (list === undefined) lists.set(key, [item]);
      else list.push(item);
    },
    remove: (key, item) => {
      const left = (lists.get(key) ?? []).filter((one) => one !== item);
      if (left.length > 0) lists.set(key, left);
      else lists.delete(key);
    },
    get: (key) => lists.get(key) ?? [],
  };
}
