import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecurityView } from '#domain/sign-in/second-factor.contract.ts';
import { QueryContent } from '#web/components/query-content.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { AuthenticatorApp } from './authenticator-app.tsx';
import { Passkeys } from './passkeys.tsx';
import { hasSecondFactor, securityQuery } from './queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { SessionList } from './sessions.tsx';

/** How the user's account is protected, and where the user is signed in. */
export function SecurityCard() {
  const query = useQuery(securityQuery);
  return (
    <Card id="security" title="Security" className="scroll-mt-20">
      <div>
        <QueryContent query={query} loading="Loading your security settings">
          {(security) => <SecondFactors security={security} />}
        </QueryContent>
        <SessionList />
      </div>
    </Card>
  );
}

function SecondFactors({ security }: { security: SecurityView }) {
  // New ones, which are shown once.
  const [codes, setCodes] = useState<readonly string[]>([]);
  return (
    <>
      <AuthenticatorApp isOn={security.hasApp} showCodes={setCodes} />
      {hasSecondFactor(security) && <RecoveryCodes left={security.recoveryCodesLeft} showCodes={setCodes} />}
      <Passkeys passkeys={security.passkeys} showCodes={setCodes} />
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} close={() => setCodes([])} />}
    </>
  );
}
