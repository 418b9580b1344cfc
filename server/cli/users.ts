import { randomUUID } from 'node:crypto';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { findUserByEmail } from '#projections/users.ts';
import { systemClock } from '#server/lib/clock.ts';
import { WrongArguments } from '#server/lib/command-line/command.ts';
import { StartupError } from '#server/lib/errors.ts';
import { resetSecondFactors } from '#server/modules/users/second-factor/prove-identity.ts';
import { createCommandHandler } from '#server/platform/commands/command-handler.ts';
import { loadStorageConfig } from '#server/platform/config/storage-config.ts';
import { assertAlone } from '#server/platform/presence/assert-alone.ts';
import type { Stores } from '#server/platform/storage/stores.ts';
import { describeStorage } from './describe-storage.ts';
import { openExistingStores } from './open-existing-stores.ts';
import { printText, runCliCommand } from './run-command.ts';

const space = documentSpaces.secondFactors;
const resetAction = 'reset-second-factor';

await runCliCommand({
  invocation: 'npm run users --',
  description: `${resetAction} EMAIL removes the authenticator app, the passkeys and the recovery codes of a user who has
lost them: the user then signs in by the password alone. The log records it. Stop all servers first.`,
  positionals: [{ name: resetAction }, { name: 'EMAIL' }],
  options: { force: { type: 'boolean', description: 'work beside servers that run with EventStoreDB and MongoDB' } },
  run: async ({ values: { force }, positionals: [action = '', email = ''] }) => {
    if (action !== resetAction)
      throw new WrongArguments(`Unexpected argument '${action}': see npm run users -- --help`);
    const storageConfig = loadStorageConfig(process.env);
    const stores = await openExistingStores(storageConfig);
    try {
      if (force !== true) await assertAlone(stores.documents, describeStorage(storageConfig));
      await resetSecondFactor(stores, email);
    } finally {
      await stores.close();
    }
    await printText(`The second factor of ${email} was reset.\n`);
  },
});

/** Throws StartupError for a user who does not exist, or has none. */
async function resetSecondFactor({ views, events, documents }: Stores, email: string): Promise<void> {
  const user = await findUserByEmail(views, email);
  if (user === null) throw new StartupError(`There is no user ${email}`);
  const handle = createCommandHandler(events, systemClock);
  // Without the key that opens them.
  const secondFactors = {
    has: async (userId: string) => (await documents.get(space, userId)) !== null,
    removeAll: (userId: string) => documents.remove(space, userId),
  };
  const sender = { actor: 'system', commandId: randomUUID() };
  if (!(await resetSecondFactors({ handle, secondFactors }, user.id, sender)))
    throw new StartupError(`${email} has no second factor`);
}
