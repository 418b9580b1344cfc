import type { ComponentProps } from 'react';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { propertyTypes } from '#domain/listing/contract.ts';
import { TextField } from '#web/components/ui/form/field.tsx';
import { PriceTextField } from '#web/components/ui/form/price-field.tsx';
import { Options, SelectField, toChoices } from '#web/components/ui/form/select.tsx';
import { TextArea } from '#web/components/ui/form/text-area.tsx';
import type { OfferFields } from './offer-fields.ts';
import { FormSection } from './form-section.tsx';
import { PicturesField } from './pictures-field.tsx';

export type OfferSectionProps = { register: UseFormRegister<OfferFields>; errors: FieldErrors<OfferFields> };

type PropertySectionProps = OfferSectionProps & ComponentProps<typeof PicturesField>;

export function PropertySection({ register, errors, pictures }: PropertySectionProps) {
  return (
    <FormSection title="The property">
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField label="Type" error={errors.propertyType?.message} {...register('propertyType')}>
          <option value="">Choose a type</option>
          <Options choices={toChoices(propertyTypes)} />
        </SelectField>
        <PriceTextField label="Price" placeholder="$45,000" error={errors.price?.message} {...register('price')} />
      </div>
      <PlaceFields register={register} errors={errors} />
      <TextArea
        label="Description"
        rows={5}
        hint="Size, condition, what you owe, why you’re selling. Don’t include your phone or email here."
        error={errors.description?.message}
        {...register('description')}
      />
      <PicturesField pictures={pictures} />
      <TextField
        label="Picture link (optional)"
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        error={errors.imageUrl?.message}
        {...register('imageUrl')}
      />
    </FormSection>
  );
}

/** The ZIP is enough; the rest is for the reader. */
function PlaceFields({ register, errors }: OfferSectionProps) {
  return (
    <>
      <TextField
        label="Address (optional)"
        autoComplete="street-address"
        hint="Active members see it on your offer’s page."
        error={errors.address?.message}
        {...register('address')}
      />
      <div className="grid grid-cols-6 gap-5">
        <div className="col-span-6 sm:col-span-2">
          <TextField
            label="ZIP code"
            inputMode="numeric"
            autoComplete="postal-code"
            hint={errors.zipCode ? undefined : 'ZIP, or city and state'}
            error={errors.zipCode?.message}
            {...register('zipCode', { deps: ['city', 'state'] })}
          />
        </div>
        <div className="col-span-4 sm:col-span-3">
          <TextField
            label="City"
            autoComplete="address-level2"
            error={errors.city?.message}
            {...register('city', { deps: ['zipCode', 'state'] })}
          />
        </div>
        <div className="col-span-2 sm:col-span-1">
          <TextField
            label="State"
            autoComplete="address-level1"
            error={errors.state?.message}
            {...register('state', { deps: ['zipCode', 'city'] })}
          />
        </div>
      </div>
    </>
  );
}
