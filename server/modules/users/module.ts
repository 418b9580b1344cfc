import { deriveKey } from '#server/platform/encryption/derive-key.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { defineModule } from '#server/platform/modules/module.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { createCredentials } from './accounts/credentials.ts';
import { createFindUser } from './accounts/current-user.ts';
import { createEmailRegistry } from './accounts/email-registry.ts';
import { createEmailReversal } from './accounts/email-reversal.ts';
import { createFirstAdmin } from './accounts/first-admin.ts';
import { createPasswordRequests, type PasswordRequests } from './accounts/forgot-password.ts';
import { forgotPasswordRoutes } from './accounts/forgot-password-routes.ts';
import { profileRoutes } from './accounts/profile-routes.ts';
import { type NewUser, register } from './accounts/registration.ts';
import { accountRoutes, createBeginSession } from './accounts/routes.ts';
import { adminAccountRoutes } from './administration/account-routes.ts';
import { userBulkRoutes } from './administration/bulk-routes.ts';
import { createEnsureOneFullAdmin } from './administration/last-admin.ts';
import { userRoutes } from './administration/user-routes.ts';
import { importRoutes } from './import/routes.ts';
import type { RecoverablePasswordCleanupDeps } from './passwords/delete-recoverable-passwords.ts';
import { createTemporaryPasswords } from './passwords/temporary-passwords.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { createPasskeyCeremonies } from './second-factor/ceremonies.ts';
import { createSecondFactors } from './second-factor/second-factors.ts';
import { appRoutes, passkeyRoutes } from './security/factor-routes.ts';
import { createIsAdminAllowed, securityRoutes } from './security/routes.ts';
import { secondStepRoutes } from './security/sign-in-routes.ts';
import { createStepTokens } from './second-factor/step-token.ts';
import { createVault } from './passwords/vault.ts';

export const usersModule = defineModule({
  name: 'users',
  provide: (platform: Platform) => {
    const { config, documents, keys, roots } = platform;
    const emails = createEmailRegistry({ ...platform, key: () => roots.get('email claims') });
    const vault = createVault({ documents, key: keys.credentials, recoverable: config.passwordReveal !== 'off' });
    const key = deriveKey(keys.credentials, 'temporary passwords');
    const temporaryPasswords = createTemporaryPasswords({ ...platform, key });
    const passwordRequests = createPasswordRequests({ ...platform, emails });
    const deps = { ...platform, emails, vault, temporaryPasswords };
    const secondFactors = createSecondFactors({ ...platform, key: keys.credentials });
    return {
      emails,
      vault,
      temporaryPasswords,
      passwordRequests,
      findUser: createFindUser(platform),
      ensureOneFullAdmin: createEnsureOneFullAdmin(platform),
      credentials: createCredentials(deps),
      secondFactors,
      passkeyCeremonies: createPasskeyCeremonies({ ...platform, secondFactors }),
      stepTokens: createStepTokens({ ...platform, key: deriveKey(keys.credentials, 'second step') }),
      isAdminAllowed: createIsAdminAllowed({ ...platform, secondFactors }),
      beginSession: createBeginSession(platform),
      register: (person: NewUser, sender: CommandMetadata) => register(deps, person, sender),
      firstAdmin: createFirstAdmin(deps),
      reversal: createEmailReversal({ ...deps, secondFactors }),
    };
  },
  // The path of the import is written out, so it comes before those of any user.
  routes: [
    accountRoutes,
    profileRoutes,
    secondStepRoutes,
    appRoutes,
    passkeyRoutes,
    securityRoutes,
    sessionRoutes,
    forgotPasswordRoutes,
    importRoutes,
    userRoutes,
    userBulkRoutes,
    adminAccountRoutes,
  ],
  maintenance: [resumePasswordRequests, startPasswordCleanup],
  stopLongWork: ({ passwordRequests }: { passwordRequests: PasswordRequests }) => [passwordRequests.stop],
});

async function resumePasswordRequests({ passwordRequests }: { passwordRequests: Pick<PasswordRequests, 'resume'> }) {
  await passwordRequests.resume();
  return null;
}

/** Where no admin may see a password. */
async function startPasswordCleanup({
  config,
  documents,
  ...deps
}: Pick<Platform, 'config' | 'documents'> & RecoverablePasswordCleanupDeps) {
  if (config.passwordReveal !== 'off') return null;
  const { startRecoverablePasswordCleanup } = await import('./passwords/delete-recoverable-passwords.ts');
  return startRecoverablePasswordCleanup(deps, documents);
}
