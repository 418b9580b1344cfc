import type { EmailMessage } from '../transport/mail.ts';

export const sampleMessage: EmailMessage = {
  messageId: '<1@scout.example.com>',
  date: new Date('2026-03-01T12:00:00.000Z'),
  from: 'Off-Market Scout <alerts@example.com>',
  to: 'ann@example.com',
  subject: 'New listing',
  text: 'A house',
  html: '<p>A house</p>',
  attachments: [],
  headers: { 'Auto-Submitted': 'auto-generated' },
};
