import { TextField } from '#web/components/ui/form/field.tsx';
import { FormSection } from './form-section.tsx';
import type { OfferSectionProps } from './property-section.tsx';
import { CheckboxField } from './checkbox-field.tsx';

export function SellerSection({ register, errors }: OfferSectionProps) {
  return (
    <FormSection title="How to reach you">
      <TextField label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          hint={errors.email ? undefined : 'An email or a phone number is enough.'}
          error={errors.email?.message}
          {...register('email', { deps: ['phone'] })}
        />
        <TextField
          label="Phone"
          type="tel"
          autoComplete="tel"
          placeholder="313-555-0123"
          error={errors.phone?.message}
          {...register('phone', { deps: ['email'] })}
        />
      </div>
      <div className="grid gap-3">
        <CheckboxField
          label="Members may contact me at these details"
          hint="Otherwise only our administrators see them, and pass messages on."
          {...register('shareContact')}
        />
        <CheckboxField
          label="I may sell this property, and agree that my offer is reviewed and published"
          error={errors.consent?.message}
          {...register('consent')}
        />
      </div>
    </FormSection>
  );
}
