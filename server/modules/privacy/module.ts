import type { UserDoc } from '#projections/users.ts';
import type { EnsureOneFullAdmin } from '#server/modules/users/index.ts';
import { defineModule } from '#server/platform/modules/module.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { createErasureService, startErasureResumption } from './account-erasure.ts';
import { accountDataRoutes, erasureRoutes } from './account-routes.ts';
import { buildDataExport } from './data-export.ts';
import { createUserEraser } from './erase-user.ts';
import type { PersonalDataDeps } from './personal-data.ts';
import { createPersonalDataRegistry } from './personal-data-registry.ts';

export const privacyModule = defineModule({
  name: 'privacy',
  provide: (needs: Platform & PersonalDataDeps & { ensureOneFullAdmin: EnsureOneFullAdmin }) => {
    const personalData = createPersonalDataRegistry(needs);
    const accountErasure = createErasureService(needs, personalData);
    return {
      personalData,
      accountErasure,
      eraseUser: createUserEraser({ ...needs, accountErasure }),
      ownData: (user: UserDoc) => buildDataExport(personalData, needs.clock, user),
      /** The users whom the tokens in stored events and documents stand for. */
      findSubjects: needs.subjectKeys.tokens.findSubjects,
    };
  },
  routes: [accountDataRoutes, erasureRoutes],
  maintenance: [startErasureResumption],
});
