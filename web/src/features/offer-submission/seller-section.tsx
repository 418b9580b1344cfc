import { TextField } from '#web/components/ui/form/field.tsx';
import { FormSection } from './form-section.tsx';
import type { OfferSectionProps } from './property-section.tsx';
import { CheckboxField } from './checkbox-field.tsx';

export function SellerSection({ register, errors }: OfferSectionProps) {
  return (
    <FormSection title="Contact details">
      <TextField label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          hint={errors.email ? undefined : 'Email or phone required'}
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
          label="Share my contact details with members"
          hint="Otherwise only our admins see them and forward messages."
          {...register('shareContact')}
        />
        <CheckboxField
          label="I have the right to sell this property and agree to its review and publication"
          error={errors.consent?.message}
          {...register('consent')}
        />
      </div>
    </FormSection>
  );
}
