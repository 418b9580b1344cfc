import type { SellerContact as Contact } from '#domain/owner-offer/contract.ts';

/** The contact of an owner's offer. */
export function SellerContactDetails({ seller: { name, email, phone, address, shareContact } }: { seller: Contact }) {
  const facts = [
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
