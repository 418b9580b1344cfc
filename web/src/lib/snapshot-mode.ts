/** The time of this copy (ISO 8601, '' for before the first event); null for the product itself. */
export function getSnapshotTime(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="copy-as-of"]')?.content ?? null;
}
