import type { ReactNode } from 'react';
import type { ListingContact } from '#domain/contact/contract.ts';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';

/** The telephones and email addresses of a listing, to call, text and mail; nothing without any. */
export function ContactCard({ contact: { phones, emails } }: { contact: ListingContact }) {
  if (phones.length + emails.length === 0) return null;
  return (
    <Card title="Contact" className="print:hidden">
      <ul className="grid gap-3">
        {phones.map((phone) => (
          <Contact key={phone} name={phone}>
            <ContactLink action="Call" name={phone} href={`tel:${toDialedNumber(phone)}`} />
            <ContactLink action="Text" name={phone} href={`sms:${toDialedNumber(phone)}`} />
          </Contact>
        ))}
        {emails.map((email) => (
          <Contact key={email} name={email}>
            <ContactLink action="Mail" name={email} href={`mailto:${email}`} />
          </Contact>
        ))}
      </ul>
    </Card>
  );
}

function Contact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
      <span className="flex gap-2">{children}</span>
    </li>
  );
}

function ContactLink({ action, name, href }: { action: string; name: string; href: string }) {
  return (
    <a href={href} aria-label={`${action} ${name}`} className={buttonClasses('secondary', 'small')}>
      {action}
    </a>
  );
}

/** Ten digits are a number of North America. */
function toDialedNumber(phone: string): string {
  const digits = phone.replaceAll(/[^\d+]/g, '');
  return digits.length === 10 ? `+1${digits}` : digits;
}
