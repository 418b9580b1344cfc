import { formatReference } from '#domain/owner-offer/contract.ts';
import type { EmailContent } from './email-content.ts';
import { html, renderButton, renderLayout } from './html.ts';

/** Anyone may offer in the name of any address: what is more than a name, such as a link, is not mailed to it. */
const namePattern = /^(?:\p{L}[\p{L}\p{M}’'-]{0,30}\.?(?: |$)){1,4}$/u;

type OfferReceiptData = { listingId: string; name: string; canReply: boolean; url: string };

/** For the owner of a property, when the offer has arrived. */
export function renderOfferReceiptEmail({ listingId, name, canReply, url }: OfferReceiptData): EmailContent {
  const reference = formatReference(listingId);
  const subject = `We got your offer ${reference}`;
  const greeting = namePattern.test(name) ? `Hi ${name},` : 'Hello,';
  const what = 'Thanks for offering your property. We review every offer before anyone else sees it.';
  const label = 'Your reference number:';
  const next = 'Once we accept it, investors searching near you are alerted. You choose your buyer.';
  const help = canReply ? 'Questions, or something to change? Reply to this email and mention the number.' : '';
  const again = `${url}/sell`;
  return {
    subject,
    text: [greeting, what, `${label} ${reference}`, next, help, `Offer another property: ${again}`, footer]
      .filter((part) => part !== '')
      .join('\n\n'),
    html: renderLayout(
      subject,
      html`<p>${greeting}</p><p>${what}</p><p>${label}<br><strong style="font-size:20px;letter-spacing:1px">${reference}</strong></p><p>${next}</p>${help === '' ? '' : html`<p>${help}</p>`}${renderButton(again, 'Offer another property')}`,
      html`${footer}`,
    ),
  };
}

const footer =
  'You’re getting this because this address was given with an offer. If that wasn’t you, ignore this email.';
