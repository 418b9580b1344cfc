import { it } from 'vitest';
import { given } from '#domain/shared/testing/decider-spec.ts';
import { type Installation, installation } from './decider.ts';
import { dataFormat, type InstallationEvent } from './events.ts';

const ours: Installation = { installationId: '0b5f6c7e-2a51-4d0e-9f3b-6c1d2e8a7f10', dataFormat };
const theirs: Installation = { ...ours, installationId: '7c9e6679-7425-40de-944b-e07fc1f90ae7' };
const created = (data: Installation): InstallationEvent => ({ type: 'InstallationCreated', data });

it('An empty log becomes the log of an installation', () => {
  given(installation, [])
    .when({ type: 'CreateInstallation', data: ours })
    .then([created(ours)]);
});

it('A log keeps the installation that was created first', () => {
  for (const data of [ours, theirs]) {
    given(installation, [created(ours)])
      .when({ type: 'CreateInstallation', data })
      .then([]);
  }
});
