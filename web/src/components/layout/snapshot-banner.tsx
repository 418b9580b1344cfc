import { formatTime } from '#web/lib/format.ts';

/** On every page of a copy as of `at` (ISO 8601, '' for before the first event): says that the copy is read-only. */
export function SnapshotBanner({ at }: { at: string }) {
  return (
    <aside
      aria-label="About this copy"
      className="sticky bottom-(--bottom-bar) z-40 border-t-2 border-warm bg-warm-soft px-4 py-2.5 text-center text-sm text-on-warm-soft"
    >
      <strong className="font-semibold">
        This is a copy as of {at === '' ? 'before the first event' : formatTime(at)}.
      </strong>{' '}
      It is read-only.
    </aside>
  );
}
