import { PageHeading } from '#web/components/layout/page-heading.tsx';
import { LogoMark } from '#web/components/ui/logo.tsx';
import { HouseIcon } from '#web/components/ui/icons.tsx';

export function MarketingHeader() {
  return (
    <header className="flex flex-col gap-8 px-5 pt-6 pb-14 text-panel-text sm:px-10 lg:px-14 lg:pt-12 lg:pb-6">
      <p className="flex items-center gap-3 text-lg font-bold tracking-tight">
        <LogoMark className="size-9" />
        Off-Market Scout
      </p>
      <div className="max-w-2xl lg:mt-8">
        <PageHeading
          title="Sign in"
          className="text-[1.75rem] leading-[1.15] font-semibold sm:text-4xl xl:text-[2.75rem] xl:leading-[1.14]"
        >
          Be the first to be notified as soon as new <span className="whitespace-nowrap">off-market</span> investment
          properties hit your area
        </PageHeading>
        <p className="mt-4 max-w-xl text-base text-pretty text-panel-muted sm:text-lg lg:mt-5">
          Our AI agent scouts your specified area based on your custom preferences around the clock
        </p>
      </div>
      <div className="mt-auto hidden self-end lg:block">
        <SampleListing />
      </div>
    </header>
  );
}

/** An example of a listing in an alert. Decoration only. */
function SampleListing() {
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
