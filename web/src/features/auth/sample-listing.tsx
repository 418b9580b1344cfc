import { HouseIcon } from '#web/components/ui/icons.tsx';

/** An example of a listing in an alert. Decoration only. */
export function SampleListing() {
  return (
    <div
      aria-hidden="true"
      className="flex items-center gap-3.5 rounded-2xl bg-surface p-3 pr-5 text-text shadow-float select-none"
    >
      <span className="flex size-14 shrink-0 items-center justify-center rounded-xl bg-warm-soft text-on-warm-soft">
        <HouseIcon className="size-6" />
      </span>
      <span className="leading-snug">
        <span className="flex items-center gap-1.5 text-xs font-semibold text-on-warm-soft">
          <span className="size-1.5 rounded-full bg-warm" />
          Just found
        </span>
        <span className="block font-semibold">Inherited house, sold as-is</span>
        <span className="block text-sm text-muted">$45,000 · 12 miles away</span>
      </span>
    </div>
  );
}
