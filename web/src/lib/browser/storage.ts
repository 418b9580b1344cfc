// A browser may refuse storage: then nothing is stored, and nothing is found.
type StorageArea = 'localStorage' | 'sessionStorage';

/** Null where nothing is stored. */
export function readStored(area: StorageArea, key: string): string | null {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

/** Null removes it. */
export function writeStored(area: StorageArea, key: string, text: string | null): void {
  try {
    if (text === null) globalThis[area].removeItem(key);
    else globalThis[area].setItem(key, text);
  } catch {
    // See above.
  }
}

/** The value that `writeStored` stored as JSON; null where there is none, or what is stored is not JSON. */
export function readStoredJson(area: StorageArea, key: string): unknown {
  try {
    return JSON.parse(readStored(area, key) ?? 'null');
  } catch {
    return null;
  }
}
