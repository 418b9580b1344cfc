import type { UserView } from '#domain/user/contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { MaxPriceField, ZipField } from './area-fields.tsx';
import { FilterFormProvider, useFilterFormContext } from './filter-form-provider.tsx';
import { describePreview, suggestWidening } from './preview-text.ts';

/** The two filters that alerts need, with what they would have matched. */
export function AreaStep() {
  const { user, values, preview, part } = useFilterFormContext();
  const { showsErrors, isSaving, submit } = part('step');
  const { kind, text } = describePreview(preview);
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <ZipField label="Your ZIP" showsErrors={showsErrors} />
        <MaxPriceField label="Top price" showsErrors={showsErrors} />
      </div>
      <p role="status" className="min-h-[2lh] text-sm text-pretty text-muted sm:min-h-[1lh]">
        {text} {kind === 'none' && suggestWidening(values, user.maxPriceLimit)}
      </p>
      <div>
        <Button type="submit" pending={isSaving && 'Saving…'}>
          Continue
        </Button>
      </div>
    </form>
  );
}

/** The same with a form of its own, for a page that does not show the filters. */
export function OwnAreaStep({ user }: { user: UserView }) {
  return (
    <FilterFormProvider user={user} showsAllFields>
      <AreaStep />
    </FilterFormProvider>
  );
}
