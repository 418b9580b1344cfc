import { NextSteps } from '#web/features/offer-submission/next-steps.tsx';
import { OfferForm } from '#web/features/offer-submission/offer-form.tsx';
import { OfferConfirmation } from '#web/features/offer-submission/offer-confirmation.tsx';
import { SellFrame, SellIntroduction } from '#web/features/offer-submission/sell-frame.tsx';
import { useOfferForm } from '#web/features/offer-submission/use-offer-form.ts';

/** The page where an owner offers a property. */
export function SellPage() {
  const { receipt, offerAnother, ...offer } = useOfferForm();
  return (
    <SellFrame>
      {receipt === null ? (
        <>
          <SellIntroduction />
          <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-10 lg:grid-cols-[minmax(0,1fr)_19rem]">
            <OfferForm {...offer} />
            <aside aria-labelledby="next-steps" className="lg:sticky lg:top-8 lg:self-start">
              <h2 id="next-steps" className="mb-5 text-lg font-semibold tracking-tight">
                What happens next
              </h2>
              <NextSteps />
              <p className="mt-8 border-t border-line pt-5 text-sm text-pretty text-muted">
                Your contact details are encrypted and deleted if we decline your offer. See our{' '}
                <a
                  href="/privacy-policy#sellers"
                  target="_blank"
                  rel="noopener"
                  className="font-semibold text-primary underline underline-offset-4"
                >
                  Privacy Policy
                  <span className="sr-only"> (opens in a new tab)</span>
                </a>
                .
              </p>
            </aside>
          </div>
        </>
      ) : (
        <OfferConfirmation receipt={receipt} offerAnother={offerAnother} />
      )}
    </SellFrame>
  );
}
