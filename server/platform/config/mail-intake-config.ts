import * as z from 'zod';
import { findStateCode } from '#domain/geo/place-names.ts';

const senderPattern = /^(?:[^\s@,]+@)?[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;

/** Where the offers of a sender are that name no place; a state alone completes the names of their towns. */
export type SenderPlace = { sender: string; place: { zipCode?: string; city?: string; state?: string } };

/** 'clerk@county.example=Flint, MI'; null where it is none. */
function parseSenderPlace(text: string): SenderPlace | null {
  const [sender = '', named = '', ...others] = text.split('=').map((part) => part.trim().replace(/^@/, ''));
  const place = parsePlace(named);
  const isSender = senderPattern.test(sender.toLowerCase());
  return isSender && place !== null && others.length === 0 ? { sender: sender.toLowerCase(), place } : null;
}

function parsePlace(text: string): SenderPlace['place'] | null {
  if (/^\d{5}$/.test(text)) return { zipCode: text };
  const [, city, name = ''] = /^(?:(.+?)\s*,)?\s*([^,]+)$/.exec(text) ?? [];
  const state = findStateCode(name);
  return state === null ? null : { state, ...(city !== undefined && { city }) };
}

/** Of the environment. */
export const emailVariables = {
  INTAKE_EMAIL_FROM: z
    .string()
    .default('')
    .transform((text) =>
      text
        .toLowerCase()
        .split(/[\s,;]+/)
        .map((one) => one.replace(/^@/, ''))
        .filter((one) => one !== ''),
    )
    .refine(
      (all) => all.every((one) => senderPattern.test(one)),
      'INTAKE_EMAIL_FROM must list domains or addresses, such as alerts.example.com, clerk@county.example',
    ),
  INTAKE_EMAIL_PLACES: z
    .string()
    .default('')
    .transform((text, context) => {
      const entries = text.split(/[;\n]/).filter((one) => one.trim() !== '');
      const places = entries.flatMap((one) => parseSenderPlace(one) ?? []);
      if (places.length === entries.length) return places;
      context.addIssue(
        'INTAKE_EMAIL_PLACES must list senders with a state, a city or a ZIP, such as alerts.example.com=MI; clerk@county.example=Flint, MI; lots.example=48204',
      );
      return z.NEVER;
    }),
  IMAP_URL: z
    .string()
    .refine(
      (text) =>
        /^imaps?:\/\/[^\s]+$/i.test(text) &&
        URL.canParse(text) &&
        new URL(text).hostname !== '' &&
        new URL(text).username !== '',
      'IMAP_URL must be imaps://user:password@host:993/INBOX, with @ and other signs of user and password as %40',
    )
    .nullable()
    .default(null),
};
