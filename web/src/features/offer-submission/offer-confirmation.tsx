import { useEffect, useRef } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { CheckIcon } from '#web/components/ui/icons.tsx';
import { NextSteps } from './next-steps.tsx';

/** Replaces the form once the offer is accepted. */
export function OfferConfirmation({ thanks, startAnew }: { thanks: string; startAnew: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <section className="mx-auto max-w-xl">
      <span className="mb-5 flex size-14 items-center justify-center rounded-full bg-primary-soft text-on-primary-soft [&>svg]:size-7">
        <CheckIcon />
      </span>
      <h1 ref={heading} tabIndex={-1} className="text-3xl font-semibold tracking-tight text-balance">
        We got your offer
      </h1>
      <p className="mt-3 text-lg text-pretty text-muted">{thanks}</p>
      <h2 className="mt-10 mb-5 text-lg font-semibold tracking-tight">What happens next</h2>
      <NextSteps />
      <Button variant="secondary" className="mt-10" onClick={startAnew}>
        Offer another property
      </Button>
    </section>
  );
}
