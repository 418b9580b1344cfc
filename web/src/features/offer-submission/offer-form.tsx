import { useState } from 'react';
import type { UseFormRegister } from 'react-hook-form';
import { Button } from '#web/components/ui/button.tsx';
import { ConfirmDialog } from '#web/components/ui/overlay/confirm-dialog.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import type { OfferFields } from './offer-fields.ts';
import { PropertySection } from './property-section.tsx';
import { SellerSection } from './seller-section.tsx';
import type { useOfferForm } from './use-offer-form.ts';

type OfferFormProps = Pick<
  ReturnType<typeof useOfferForm>,
  'form' | 'pictures' | 'submit' | 'pending' | 'refusal' | 'isDraft' | 'discard'
>;

export function OfferForm({ form, pictures, submit, pending, refusal, isDraft, discard }: OfferFormProps) {
  const { register, formState } = form;
  const [isDiscarding, setDiscarding] = useState(false);
  return (
    <form
      noValidate
      aria-label="Your offer"
      onSubmit={(event) => void submit(event)}
      className="grid grid-cols-[minmax(0,1fr)] gap-8 rounded-card border border-line bg-surface p-5 shadow-card sm:p-8"
    >
      <PropertySection register={register} errors={formState.errors} pictures={pictures} />
      <SellerSection register={register} errors={formState.errors} />
      <HoneypotField register={register} />
      <div>
        <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" pending={pending && 'Sending…'} className="w-full sm:w-auto">
            Send offer
          </Button>
          {isDraft && !pending && (
            <Button variant="quiet" onClick={() => setDiscarding(true)}>
              Discard draft
            </Button>
          )}
        </div>
        <p className="mt-2 text-sm text-muted">What you type stays in this browser for 30 days, until you send it.</p>
        {isDiscarding && (
          <ConfirmDialog
            title="Discard your draft?"
            action="Discard draft"
            close={() => setDiscarding(false)}
            confirm={() => {
              setDiscarding(false);
              discard();
            }}
          >
            Everything you typed here will be deleted from this browser.
          </ConfirmDialog>
        )}
        <div role="status" className="not-empty:mt-4">
          {refusal !== null && <Notice>{refusal}</Notice>}
        </div>
      </div>
    </form>
  );
}

/** Honeypot: a field hidden from people, which bots fill in. */
function HoneypotField({ register }: { register: UseFormRegister<OfferFields> }) {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        Leave this empty
        <input type="text" tabIndex={-1} autoComplete="off" {...register('website')} />
      </label>
    </div>
  );
}
