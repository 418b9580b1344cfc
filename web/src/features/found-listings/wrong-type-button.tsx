import { useState } from 'react';
import type { FoundListing } from '#domain/listing/found-listings.contract.ts';
import { type PropertyType, propertyTypes } from '#domain/listing/property-types.contract.ts';
import { Options, SelectField, toChoices } from '#web/components/ui/form/select.tsx';
import { FormDialog } from '#web/components/ui/overlay/form-dialog.tsx';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { retypeFoundListing } from './queries.ts';

type WrongTypeProps = { listing: FoundListing };

/** Corrects the type that the scout gave a listing. */
export function WrongTypeButton({ listing }: WrongTypeProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={`Wrong type of ${listing.title}`}
        onClick={() => setOpen(true)}
        className="tap-target text-xs text-muted underline decoration-line underline-offset-2 hover:text-primary"
      >
        Wrong type
      </button>
      {isOpen && <RetypeDialog listing={listing} close={() => setOpen(false)} />}
    </>
  );
}

function RetypeDialog({ listing: { id, title, propertyType }, close }: WrongTypeProps & { close: () => void }) {
  const [type, setType] = useState<PropertyType>();
  const [problem, setProblem] = useState<string>();
  const { retype, pending } = useRetype({ id, title, propertyType }, close);
  return (
    <FormDialog
      title="Correct the type?"
      action="Correct type"
      pending={pending && 'Updating…'}
      close={close}
      submit={() => (type === undefined ? setProblem('Choose a type') : retype(type))}
    >
      <p className="mb-4 text-pretty wrap-anywhere text-muted">
        Now {propertyType}: <bdi>{title}</bdi>. Members who want the new type and had no alert for it get one. Members
        who already have it see the new type.
      </p>
      <SelectField
        label="Right type"
        autoFocus
        value={type ?? ''}
        error={problem}
        onChange={({ target }) => {
          setType(propertyTypes.find((one) => one === target.value));
          setProblem(undefined);
        }}
      >
        <option value="">Choose a type</option>
        <Options choices={toChoices(propertyTypes.filter((one) => one !== propertyType))} />
      </SelectField>
    </FormDialog>
  );
}

/** Changes the type of a listing, and offers to change it back. */
function useRetype(
  { id, title, propertyType: before }: Pick<FoundListing, 'id' | 'title' | 'propertyType'>,
  close: () => void,
) {
  const undo = useUserAction(retypeFoundListing(id), {
    onSuccess: () => toast({ title: 'Type restored', description: title }),
    errorTitle: 'Update failed',
  });
  const change = useUserAction(retypeFoundListing(id), {
    close,
    onSuccess: (_answer, { propertyType }) =>
      toast({
        title: `Type changed to ${propertyType}`,
        description: title,
        action: { label: 'Undo', start: () => undo.start({ propertyType: before }) },
      }),
    errorTitle: 'Update failed',
  });
  return { retype: (propertyType: PropertyType) => change.start({ propertyType }), pending: change.pending };
}
