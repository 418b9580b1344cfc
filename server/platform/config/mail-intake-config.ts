import * as z from 'zod';

const senderPattern = /^(?:[^\s@,]+@)?[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;

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
