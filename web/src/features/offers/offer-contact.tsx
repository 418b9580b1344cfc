import type { OwnerOfferView } from '#domain/owner-offer/contract.ts';
import { Card } from '#web/components/ui/card.tsx';

/** The contact details of the owner, or why they are not shown. */
export function OfferContact({ offer: { contact, isShared } }: { offer: OwnerOfferView }) {
  return (
    <Card title="Contact the Owner" className="self-start">
      {contact === null ? (
        <p className="text-pretty text-muted">
          The owner’s contact details are private. Message us and we’ll forward it to the owner.
        </p>
      ) : (
        <>
          <p className="font-semibold break-words">{contact.name}</p>
          <ul className="mt-2 grid gap-1.5">
            {contact.phone !== null && (
              <li>
                <a href={`tel:${contact.phone.replaceAll(/[^\d+]/g, '')}`} className={linkClasses}>
                  {contact.phone}
                </a>
              </li>
            )}
            {contact.email !== null && (
              <li className="break-words">
                <a href={`mailto:${contact.email}`} className={linkClasses}>
                  {contact.email}
                </a>
              </li>
            )}
          </ul>
          <p className="mt-4 text-sm text-pretty text-muted">
            {isShared
              ? 'Please use these details only to discuss this property.'
              : 'Visible to admins only. The owner doesn’t share it with members.'}
          </p>
        </>
      )}
    </Card>
  );
}

const linkClasses = 'tap-target inline-block min-h-6 font-semibold text-primary underline-offset-4 hover:underline';
