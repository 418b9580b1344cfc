import { expect, it } from 'vitest';
import { findEventDocsProblem, renderEventDocs } from './event-docs.ts';

it('The page of events says of each what it holds, what of it is encrypted, and who reads it', () => {
  const page = renderEventDocs(
    {
      UserRegistered: {
        stream: 'user-<userId>',
        summary: 'Somebody came.',
        personal: { subject: 'user', paths: [['email']] },
      },
      LampSwitched: { stream: 'note-<noteId>', summary: 'A lamp was switched.' },
    },
    (type) =>
      type === 'LampSwitched'
        ? { lampId: 'string', rooms: ['string'], state: { anyOf: ['null', { on: 'boolean' }] } }
        : undefined,
  );
  expect(page).toContain('## Stream `user-<userId>`\n\n### UserRegistered\n\nSomebody came.\n\n- Encrypted: `email`\n');
  expect(page).toMatch(/- Read by: view `users`, .*view `workflow-log`/);
  expect(page).toContain('- `rooms`: `[string]`\n- `state`: `null | { on: boolean }`\n- Read by: its own stream only');
});

it('The page of events in the repository is up to date', () => {
  expect(findEventDocsProblem()).toBeNull();
});
