import { useState } from 'react';
import { Tabs } from '#web/components/ui/tabs.tsx';
import { AuthForm } from './auth-form.tsx';
import { authModes } from './auth-modes.ts';

/** Login and Register; an email typed in one is also in the other. */
export function AuthTabs() {
  const [email, setEmail] = useState('');
  const tabs = (['login', 'register'] as const).map((mode) => ({
    title: authModes[mode].label,
    content: (
      <>
        <h2 className="text-2xl font-semibold tracking-tight">{authModes[mode].title}</h2>
        <p className="mt-1 mb-6 text-muted">{authModes[mode].promise}</p>
        <AuthForm mode={mode} email={email} keepEmail={setEmail} />
      </>
    ),
  }));
  return <Tabs label="Login or register" tabs={tabs} panel={{ tabIndex: -1, className: 'pt-8' }} />;
}
