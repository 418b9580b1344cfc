import { type ComponentProps, useId } from 'react';
import { TextField } from '#web/components/ui/form/field.tsx';
import { Checkbox } from '#web/components/ui/form/checkbox.tsx';
import { FormSection } from './form-section.tsx';
import type { OfferSectionProps } from './property-section.tsx';

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

type CheckboxFieldProps = ComponentProps<typeof Checkbox> & { error?: string | undefined; hint?: string };

/** A checkbox with an error and a hint. */
function CheckboxField({ error, hint, ...checkbox }: CheckboxFieldProps) {
  const id = useId();
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  return (
    <div>
      <Checkbox {...checkbox} aria-invalid={error !== undefined} aria-describedby={describedBy} />
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 ml-8 text-sm font-medium text-danger">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="ml-8 text-sm text-pretty text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
