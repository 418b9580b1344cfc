import type { SellerContact as Contact } from '#domain/owner-offer/contract.ts';

/** The contact of an owner's offer. */
type SellerContactDetailsProps = { seller: Contact; reference?: string | undefined };

export function SellerContactDetails({ seller, reference = '' }: SellerContactDetailsProps) {
  const { name, email, phone, address, shareContact } = seller;
  const facts = [
    ['Reference', reference],
    ['Owner', name],
    ['Email', email],
    ['Phone', phone],
    ['Address', address],
    ['Shared with members', shareContact ? 'Yes' : 'No'],
  ] as const;
  return (
    <dl
      aria-label="Contact of the owner"
      className="flex flex-wrap gap-x-6 gap-y-2 rounded-control bg-sunken px-4 py-3 text-sm"
    >
      {facts
        .filter(([, value]) => value !== null)
        .map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold break-words">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
