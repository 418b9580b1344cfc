/** Whole US dollars, and the words it was read from. */
export type ReadPrice = { price: number; quote: string };

/** The price of an offer: `given` if it is one, else the first in `text`; null where neither is 1 to 10,000,000. */
export function readPrice(given: number | string | undefined, text: string): ReadPrice | null {
  for (const source of [String(given ?? ''), text]) {
    const found = /\$?\s*(\d[\d,]*(?:\.\d+)?)\s*(k\b|m\b)?/i.exec(source);
    const price = Math.round(Number(found?.[1]?.replaceAll(',', '')) * (found?.[2] === undefined ? 1 : 1000));
    if (found !== null && price > 1 && price <= 10_000_000) return { price, quote: found[0].trim() };
  }
  return null;
}
