import { formatTime } from '#web/lib/format.ts';

/** As of when this is a copy (ISO 8601, '' for before the first event); null for the product itself. */
function copyAsOf(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="copy-as-of"]')?.content ?? null;
}

/** On every page of a copy: that it is one, as of when, and that nothing can be changed. */
export function CopyBanner() {
  const at = copyAsOf();
  if (at === null) return null;
  return (
    <aside
      aria-label="About this copy"
      className="sticky bottom-0 z-40 border-t-2 border-warm bg-warm-soft px-4 py-2.5 text-center text-sm text-on-warm-soft"
    >
      <strong className="font-semibold">
        This is a copy as of {at === '' ? 'before the first event' : formatTime(at)}.
      </strong>{' '}
      Nothing can be changed here.
    </aside>
  );
}
