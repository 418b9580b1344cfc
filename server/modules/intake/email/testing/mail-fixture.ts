import { randomUUID } from 'node:crypto';
import { sendUntilTaken, signDelivery } from '#server/testing/deliver-webhook.ts';

export const mailSecret = `whsec_${Buffer.from('a secret of this very test only').toString('base64')}`;
export const mailPath = '/api/intake/email';

const streets = ['Maple', 'Oak', 'Cedar', 'Elm', 'Birch', 'Walnut', 'Linden', 'Willow', 'Aspen', 'Hazel'];
let offerCount = 0;
/** Each offer is different and has its own address. */
export const createOffer = (price = '$45,000') => {
  offerCount += 1;
  const address = `${100 + 7 * offerCount} ${String(streets[offerCount % streets.length])} Street`;
  return {
    title: `Inherited 3 bedroom house at ${address}`,
    price,
    link: `https://click.example.com/${offerCount}?t=a%3Db`,
  };
};
/** An offer in the format of a platform's alerts. */
export const renderOffer = ({ title, price, link }: ReturnType<typeof createOffer>) =>
  `<div><a href="${link}"><img src="https://img.example.com/${offerCount}.jpg"></a><h3><a href="${link}">${title}</a></h3>
   <p>${price}</p><p>Detroit, MI 48204, sold as-is</p></div>`;

type MimeOptions = { from?: string; subject?: string; id?: string | null; headers?: string[]; type?: string };
/** A mail in raw MIME. */
export const renderMime = (body: string, given: MimeOptions = {}) => {
  const {
    from = 'Alerts <alerts@mail.homes.example>',
    subject = 'New listings',
    id = randomUUID(),
    headers = [],
    type = 'text/html',
  } = given;
  const all = [
    ...headers,
    `From: ${from}`,
    'To: scout@example.com',
    `Subject: ${subject}`,
    'Date: Tue, 10 Mar 2026 10:00:00 +0000',
    ...(id === null ? [] : [`Message-ID: <${id}@homes.example>`]),
    'MIME-Version: 1.0',
    `Content-Type: ${type}; charset=utf-8`,
  ];
  return `${all.join('\r\n')}\r\n\r\n${body}`;
};

type DeliveryOptions = { id?: string; at?: Date; type?: string; key?: string; signature?: string };

/** Delivers a mail to the webhook of a server. */
export function deliverMail(url: string, payload: string, given: DeliveryOptions = {}) {
  const { id = randomUUID(), at = new Date(), type = 'message/rfc822', key = mailSecret } = given;
  const headers = {
    'content-type': type,
    ...signDelivery(key, id, payload, at),
    ...(given.signature !== undefined && { 'webhook-signature': given.signature }),
  };
  return sendUntilTaken(url + mailPath, { method: 'POST', body: payload, headers });
}
