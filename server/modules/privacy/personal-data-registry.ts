import { join } from 'node:path';
import { exportMemberListings } from '#projections/lists/member-listing-pages.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { toUserView } from '#projections/users.ts';
import { savedListingsId } from '#server/modules/pictures/index.ts';
import { buildHistoryExport } from './data-export-history.ts';
import { removeMailsForGood } from './mail-files.ts';
import type { PersonalDataDeps, PersonalDataStore } from './personal-data.ts';
import { createDocumentStores } from './personal-documents.ts';

const inHistory = 'The history has it';
const onlyCounts = 'It has only counts';
const ofNoAccount = 'A visit belongs to no account';
const byKey = 'It cannot be read without the key';
const byEvent = 'The projection erases it with the event';

/** Every store of personal data, in the order in which they are erased: the key of the log is last. */
export function createPersonalDataRegistry(deps: PersonalDataDeps): PersonalDataStore[] {
  return [...createDocumentStores(deps), ...createViewStores(deps), ...createLogStores(deps)];
}

function createViewStores({ views }: PersonalDataDeps): PersonalDataStore[] {
  return [
    {
      view: 'users',
      subject: 'user',
      export: (user) => {
        const view = { ...toUserView(user), role: user.role, registeredAt: user.registeredAt };
        const { searches, recentListings: savedListings } = user;
        return Promise.resolve({ account: view, membership: view, filters: view, searches, savedListings });
      },
      erase: byEvent,
    },
    {
      view: 'member-listings',
      subject: 'user',
      export: async (user) => ({ listings: await exportMemberListings(views, user.id) }),
      erase: byEvent,
    },
    { view: 'workflow-log', subject: 'user', export: inHistory, erase: 'It names users by id only' },
    { view: 'memberships', subject: 'user', export: inHistory, erase: 'It has only the id of a user, and days' },
    { view: 'reach', subject: 'user', export: inHistory, erase: onlyCounts },
    { view: 'alert-days', subject: 'user', export: inHistory, erase: onlyCounts },
    { view: 'history', subject: 'user', export: inHistory, erase: 'It has only words of texts without personal data' },
    { view: 'visitors', subject: 'visit day', export: ofNoAccount, erase: byEvent },
    { view: 'visitor-stats', subject: 'visit day', export: ofNoAccount, erase: onlyCounts },
  ];
}

function createLogStores(deps: PersonalDataDeps): PersonalDataStore[] {
  const { config, clock, emails, pictures, subjectKeys } = deps;
  return [
    {
      space: documentSpaces.pictures,
      subject: 'user',
      export: 'The saved listings name them',
      erase: ({ userId }) => pictures.removeOf(savedListingsId(userId)),
    },
    {
      folder: 'outbox',
      subject: 'user',
      export: 'The user was sent it',
      erase: ({ addresses }) => removeMailsForGood(join(config.dataDir, 'outbox'), addresses),
    },
    {
      stream: 'email',
      subject: 'user',
      export: inHistory,
      erase: async ({ userId, addresses }) => {
        for (const [n, address] of addresses.entries()) {
          await emails.release(userId, address, { actor: 'system', commandId: `erase-account/${userId}/${n}` });
        }
      },
    },
    { stream: 'access', subject: 'user', export: inHistory, erase: byKey },
    { stream: 'alert', subject: 'user', export: inHistory, erase: byKey },
    { stream: 'mark', subject: 'user', export: 'The listings have it', erase: byKey },
    { stream: 'letter', subject: 'user', export: inHistory, erase: byKey },
    { stream: 'visit', subject: 'visit day', export: ofNoAccount, erase: 'Retention destroys the key of the day' },
    {
      stream: 'user',
      subject: 'user',
      export: async (user) => {
        const history = await buildHistoryExport(deps, user);
        return { history, signIns: history.filter(({ type }) => type === 'SignedIn' || type === 'SignedOut') };
      },
      erase: ({ userId }) => subjectKeys.destroy(userId, clock().toISOString()),
    },
  ];
}
