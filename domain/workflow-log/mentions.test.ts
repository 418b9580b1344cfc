import { expect, it } from 'vitest';
import { findEmailAddresses, findMentionedUsers, insertMentions, splitAtMentions } from './mentions.ts';
import { renderMessage } from './message-parts.ts';

const [ann, root] = ['fe6a317b-cb70-5aaf-81c2-1a4b083e1e7f', '47aeb46f-fc44-55c5-a6be-6502ef218c92'];
const users = new Map([
  ['ann.o+x@x-y.com', ann],
  ['root@x.com', root],
]);
const names = new Map([
  [ann, 'ann@new.com'],
  [root, 'root@x.com'],
]);
const resolveMentions = (text: string) =>
  renderMessage(splitAtMentions(text), {
    user: (id) => names.get(id) ?? 'a deleted user',
    listing: () => 'a listing',
    member: () => null,
  });

it.each([
  ['set to active for Ann.O+x@X-Y.com by root@x.com', `set to active for [user ${ann}] by [user ${root}]`],
  ['<ann.o+x@x-y.com>, (root@x.com); mailto:root@x.com.', `<[user ${ann}]>, ([user ${root}]); mailto:[user ${root}].`],
  [`'root@x.com', root@x.com's, ...root@x.com`, `'[user ${root}]', [user ${root}]'s, ...[user ${root}]`],
  ['unknown@x.com, broot@x.com, root@x.community', 'unknown@x.com, broot@x.com, root@x.community'],
  ['no address, @home, a@b', 'no address, @home, a@b'],
])('Known addresses become mentions: %s', (typed, mentions) => {
  expect(insertMentions(typed, users)).toBe(mentions);
});

it('Each email address of a text is found once, in any case', () => {
  expect(findEmailAddresses('Root@x.com root@X.com, <ann.o+x@x-y.com>')).toEqual(['root@x.com', 'ann.o+x@x-y.com']);
  expect(findEmailAddresses('nothing')).toEqual([]);
});

it('A mention is shown with the current address, or without a name for a deleted user', () => {
  const text = insertMentions('root@x.com called Ann.o+x@x-y.com', users);
  expect(resolveMentions(text)).toBe('root@x.com called ann@new.com');
  expect(findMentionedUsers(text)).toEqual([root, ann]);
  names.delete(ann);
  expect(resolveMentions(text)).toBe('root@x.com called a deleted user');
  expect(resolveMentions('[user guide] [user $&]')).toBe('[user guide] [user $&]');
});
