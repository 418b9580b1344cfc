import { describe, expect, it } from 'vitest';
import { given } from '#domain/shared/testing/decider-spec.ts';
import type { UserCommand } from './commands.ts';
import { email, user } from './decider.ts';
import type { EmailEvent, UserEvent } from './events.ts';

const userId = 'u-1';
const account = { userId, email: 'Ann@x.com', role: 'none' } as const;
const registered: UserEvent = { type: 'UserRegistered', data: account };
const deleted: UserEvent = { type: 'UserDeleted', data: { userId } };
const now = '2026-03-01T12:00:00.000Z';

const everyOther: UserCommand[] = [
  { type: 'UpdateFilters', data: { userId, changes: { maxPrice: 1 } } },
  { type: 'ChangeEmail', data: { userId, email: 'new@x.com' } },
  { type: 'ChangePassword', data: { userId } },
  { type: 'IssueTemporaryPassword', data: { userId } },
  { type: 'UseTemporaryPassword', data: { userId } },
  { type: 'RevealPassword', data: { userId } },
  { type: 'ActivateMembership', data: { userId, now } },
  { type: 'DeactivateMembership', data: { userId } },
  { type: 'SetMemberSince', data: { userId, memberSince: now, now } },
  { type: 'SaveListings', data: { userId, listings: [], now } },
  { type: 'RequestHigherLimit', data: { userId } },
  { type: 'ClearHigherLimit', data: { userId } },
  { type: 'GrantHigherLimit', data: { userId, limit: 200_000 } },
  { type: 'SummarizeWeek', data: { userId, week: '2026-03-16' } },
  { type: 'ChangeRole', data: { userId, role: 'full' } },
  { type: 'Delete', data: { userId } },
];

describe('Register', () => {
  const register: UserCommand = { type: 'Register', data: account };

  it('A Register command opens an account with the email as typed', () => {
    given(user, []).when(register).then([registered]);
  });

  it('A Register command rejects an id that has an account', () => {
    given(user, [registered]).when(register).thenRejects('user-already-registered');
  });

  it('A Register command rejects an id that had an account', () => {
    given(user, [registered, deleted]).when(register).thenRejects('user-already-registered');
  });
});

describe.each(everyOther)('$type', (command) => {
  it('Every command except Register rejects an unknown user', () => {
    given(user, []).when(command).thenRejects('user-not-found');
  });

  it('Every command except Register rejects a deleted user', () => {
    given(user, [registered, deleted]).when(command).thenRejects('user-not-found');
  });
});

describe('ChangeEmail', () => {
  const to = (address: string): UserCommand => ({ type: 'ChangeEmail', data: { userId, email: address } });

  it('A ChangeEmail command changes the email', () => {
    given(user, [registered])
      .when(to('new@x.com'))
      .then([{ type: 'EmailChanged', data: { userId, email: 'new@x.com' } }]);
  });

  it('A ChangeEmail command keeps the email as typed, so that different case is a change', () => {
    given(user, [registered])
      .when(to('ann@x.com'))
      .then([{ type: 'EmailChanged', data: { userId, email: 'ann@x.com' } }]);
  });

  it('A ChangeEmail command decides nothing when the email is the same', () => {
    given(user, [registered]).when(to('Ann@x.com')).then([]);
    given(user, [registered, { type: 'EmailChanged', data: { userId, email: 'new@x.com' } }])
      .when(to('new@x.com'))
      .then([]);
  });
});

describe('passwords', () => {
  const issued: UserEvent = { type: 'TemporaryPasswordIssued', data: { userId } };
  const used: UserEvent = { type: 'TemporaryPasswordUsed', data: { userId } };
  const changed: UserEvent = { type: 'PasswordChanged', data: { userId } };
  const use: UserCommand = { type: 'UseTemporaryPassword', data: { userId } };
  const stateAfter = (...past: UserEvent[]) => [registered, ...past].reduce(user.evolve, user.initialState);

  it('Each change of a password is recorded', () => {
    given(user, [registered, changed]).when({ type: 'ChangePassword', data: { userId } }).then([changed]);
  });

  it('Each reveal of a password is recorded', () => {
    const revealed: UserEvent = { type: 'PasswordRevealed', data: { userId } };
    given(user, [registered, revealed]).when({ type: 'RevealPassword', data: { userId } }).then([revealed]);
  });

  it('A temporary password is issued, and another when requested again', () => {
    given(user, [registered, issued]).when({ type: 'IssueTemporaryPassword', data: { userId } }).then([issued]);
  });

  it('A temporary password is accepted once', () => {
    given(user, [registered, issued]).when(use).then([used]);
    given(user, [registered, issued, used]).when(use).thenRejects('temporary-password-spent');
  });

  it('A temporary password that was never issued is rejected', () => {
    given(user, [registered]).when(use).thenRejects('temporary-password-spent');
  });

  it('A temporary password is invalid once the password is changed', () => {
    given(user, [registered, issued, changed]).when(use).thenRejects('temporary-password-spent');
  });

  it('A new password is required from the use of a temporary one to the next change', () => {
    expect(stateAfter(issued)).toMatchObject({ mustChangePassword: false });
    expect(stateAfter(issued, used)).toMatchObject({ mustChangePassword: true });
    expect(stateAfter(issued, used, changed)).toMatchObject({ mustChangePassword: false });
  });
});

describe('ChangeRole', () => {
  it('A ChangeRole command changes the role', () => {
    given(user, [registered])
      .when({ type: 'ChangeRole', data: { userId, role: 'helper' } })
      .then([{ type: 'RoleChanged', data: { userId, role: 'helper' } }]);
  });

  it('A ChangeRole command decides nothing when the user has that role', () => {
    given(user, [registered, { type: 'RoleChanged', data: { userId, role: 'full' } }])
      .when({ type: 'ChangeRole', data: { userId, role: 'full' } })
      .then([]);
  });
});

describe('Delete', () => {
  it('A Delete command deletes the user', () => {
    given(user, [registered]).when({ type: 'Delete', data: { userId } }).then([deleted]);
  });

  it('A Delete command leaves no data of the user in the state', () => {
    expect([registered, deleted].reduce(user.evolve, user.initialState)).toEqual({ status: 'deleted' });
  });
});

describe('RevokeEmailClaim', () => {
  const revoke = (address: string): UserCommand => ({ type: 'RevokeEmailClaim', data: { userId, email: address } });
  const revoked: UserEvent = { type: 'EmailClaimRevoked', data: { userId } };
  const change = { type: 'ChangeEmail', data: { userId, email: 'new@x.com' } } as const;

  it('A RevokeEmailClaim command revokes the claims of a user who does not have the address', () => {
    given(user, []).when(revoke('ann@x.com')).then([revoked]);
    given(user, [registered]).when(revoke('new@x.com')).then([revoked]);
  });

  it('A RevokeEmailClaim command is rejected for the address of the user, in any case', () => {
    given(user, [registered]).when(revoke(' ANN@x.com')).thenRejects('email-taken');
  });

  it('A RevokeEmailClaim command decides nothing for a deleted user, who records nothing more', () => {
    given(user, [registered, deleted]).when(revoke('ann@x.com')).then([]);
  });

  it('A registration is rejected after its claim was revoked, and not after a later claim', () => {
    given(user, [revoked]).when({ type: 'Register', data: account }).thenRejects('email-taken');
    given(user, [revoked])
      .when({ type: 'Register', data: { ...account, revokedClaims: 1 } })
      .then([registered]);
  });

  it('A change of the email is rejected after its claim was revoked or the email changed, and not after a later claim', () => {
    given(user, [registered, revoked]).when(change).thenRejects('email-taken');
    const left: UserEvent = { type: 'EmailChanged', data: { userId, email: 'other@x.com' } };
    given(user, [registered, left]).when(change).thenRejects('email-taken');
    given(user, [revoked, registered, left, revoked])
      .when({ ...change, data: { ...change.data, revokedClaims: 3 } })
      .then([{ type: 'EmailChanged', data: change.data }]);
  });
});

describe('the removal of a full admin', () => {
  const admin: UserEvent = { type: 'UserRegistered', data: { ...account, role: 'full' } };
  const keptEvent: UserEvent = { type: 'FullAdminKept', data: { userId } };
  const demoted: UserEvent = { type: 'RoleChanged', data: { userId, role: 'helper' } };
  const demote = (timesKept?: number): UserCommand => ({
    type: 'ChangeRole',
    data: { userId, role: 'helper', ...(timesKept !== undefined && { timesKept }) },
  });
  const remove = (timesKept?: number): UserCommand => ({
    type: 'Delete',
    data: { userId, ...(timesKept !== undefined && { timesKept }) },
  });
  const keep: UserCommand = { type: 'KeepFullAdmin', data: { userId } };

  it('A KeepFullAdmin command keeps a full admin each time, and decides nothing for other users', () => {
    given(user, [admin, keptEvent]).when(keep).then([keptEvent]);
    for (const past of [[], [registered], [admin, demoted], [admin, deleted]]) given(user, past).when(keep).then([]);
  });

  it('A full admin is demoted or deleted only by a command that names how often they were kept', () => {
    given(user, [admin, keptEvent]).when(demote(1)).then([demoted]);
    given(user, [admin, keptEvent]).when(remove(1)).then([deleted]);
    for (const command of [demote(), demote(0), remove(), remove(0)])
      given(user, [admin, keptEvent]).when(command).thenRejects('full-admin-kept');
  });

  it('A helper admin or member is demoted or deleted without such a number', () => {
    const helper: UserEvent = { type: 'UserRegistered', data: { ...account, role: 'helper' } };
    given(user, [helper])
      .when({ type: 'ChangeRole', data: { userId, role: 'none' } })
      .then([{ type: 'RoleChanged', data: { userId, role: 'none' } }]);
    given(user, [admin, demoted]).when(remove()).then([deleted]);
  });
});

describe('a claim on an email', () => {
  const claimed = (id: string): EmailEvent => ({ type: 'EmailClaimed', data: { userId: id } });
  const released = (id: string): EmailEvent => ({ type: 'EmailReleased', data: { userId: id } });

  it('A claim on an email takes a free address', () => {
    given(email, [])
      .when({ type: 'Claim', data: { userId: 'u-1' } })
      .then([claimed('u-1')]);
  });

  it('A claim on an email takes a released address', () => {
    given(email, [claimed('u-1'), released('u-1')])
      .when({ type: 'Claim', data: { userId: 'u-2' } })
      .then([claimed('u-2')]);
  });

  it('A claim on an email is repeated by its holder', () => {
    given(email, [claimed('u-1')])
      .when({ type: 'Claim', data: { userId: 'u-1' } })
      .then([claimed('u-1')]);
  });

  it('A claim on an email is rejected while another user holds the address', () => {
    given(email, [claimed('u-1')])
      .when({ type: 'Claim', data: { userId: 'u-2' } })
      .thenRejects('email-taken');
  });

  it('A claim on an email replaces the claim that it names', () => {
    given(email, [claimed('u-1')])
      .when({ type: 'Claim', data: { userId: 'u-2', replaces: 1 } })
      .then([claimed('u-2')]);
  });

  it.each(['u-1', 'u-3'])('A claim on an email is rejected when %s claimed it after the claim that it names', (id) => {
    given(email, [claimed('u-1'), claimed(id)])
      .when({ type: 'Claim', data: { userId: 'u-2', replaces: 1 } })
      .thenRejects('email-taken');
  });

  it('A claim on an email is released only by its holder', () => {
    given(email, [claimed('u-1')])
      .when({ type: 'Release', data: { userId: 'u-1' } })
      .then([released('u-1')]);
    given(email, [claimed('u-1')])
      .when({ type: 'Release', data: { userId: 'u-2' } })
      .then([]);
    given(email, [])
      .when({ type: 'Release', data: { userId: 'u-1' } })
      .then([]);
  });

  it('A claim on an email that its holder made after the one to release stays', () => {
    const release = { type: 'Release', data: { userId: 'u-1', claim: 1 } } as const;
    given(email, [claimed('u-1')])
      .when(release)
      .then([released('u-1')]);
    given(email, [claimed('u-1'), claimed('u-1')])
      .when(release)
      .then([]);
  });
});
