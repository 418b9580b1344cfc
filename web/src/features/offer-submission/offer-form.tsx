import type { UseFormRegister } from 'react-hook-form';
import { Button } from '#web/components/ui/button.tsx';
import { Notice } from '#web/components/ui/notice.tsx';
import type { OfferFields } from './offer-fields.ts';
import { PropertySection } from './property-section.tsx';
import { SellerSection } from './seller-section.tsx';
import type { useOfferForm } from './use-offer-form.ts';

type OfferFormProps = Pick<ReturnType<typeof useOfferForm>, 'form' | 'pictures' | 'submit' | 'pending' | 'refusal'>;

export function OfferForm({ form, pictures, submit, pending, refusal }: OfferFormProps) {
  const { register, formState } = form;
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
        <Button type="submit" pending={pending && 'Sending…'} className="w-full sm:w-auto">
          Send offer
        </Button>
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
