import { HouseIcon } from '#web/components/ui/icons.tsx';

export function EmptyListings() {
  return (
    <div className="flex flex-col items-center gap-4 rounded-xl border border-dashed border-line px-4 py-10 text-center">
      <span className="flex size-24 items-center justify-center rounded-full border border-dashed border-primary/40">
        <span className="flex size-16 items-center justify-center rounded-full bg-primary-soft text-on-primary-soft">
          <HouseIcon className="size-7" />
        </span>
      </span>
      <p className="max-w-xs text-balance text-muted">No listings yet. You will see them here the moment one fits.</p>
    </div>
  );
}
