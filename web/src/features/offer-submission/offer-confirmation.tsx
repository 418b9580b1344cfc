import { useEffect, useRef } from 'react';
import type { OfferReceipt } from '#domain/owner-offer/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { CheckIcon } from '#web/components/ui/page-icons.tsx';
import { NextSteps } from './next-steps.tsx';

/** Replaces the form once the offer is accepted. */
type OfferConfirmationProps = { receipt: OfferReceipt; offerAnother: () => void };

export function OfferConfirmation({ receipt: { message, reference }, offerAnother }: OfferConfirmationProps) {
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
      <p className="mt-3 text-lg text-pretty text-muted">{message}</p>
      <dl className="mt-6 rounded-card border border-line bg-surface px-5 py-4 shadow-card">
        <dt className="text-sm text-muted">Your reference number</dt>
        <dd className="text-2xl font-bold tracking-wide tabular-nums">{reference}</dd>
      </dl>
      <p className="mt-3 text-sm text-pretty text-muted">
        Keep it for any question about your offer. If you gave an email address, we sent it there too.
      </p>
      <h2 className="mt-10 mb-5 text-lg font-semibold tracking-tight">What happens next</h2>
      <NextSteps />
      <Button variant="secondary" className="mt-10" onClick={offerAnother}>
        Offer another property
      </Button>
    </section>
  );
}
