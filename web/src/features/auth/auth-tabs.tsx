import { createElement, useState } from 'react';
import { Tabs } from '#web/components/ui/tabs.tsx';
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts';
import { AuthForm } from './auth-form.tsx';
import { authModes } from './auth-modes.ts';
import type { FirstStep } from './second-factor.ts';

const loadSecondStep = () => import('./second-step-form.tsx');

/** Login and Register; an email typed in one is also in the other. A second step of the login takes their place. */
export function AuthTabs() {
  const [email, setEmail] = useState('');
  const [first, setFirst] = useState<FirstStep | null>(null);
  const SecondStep = useLazyComponent(first !== null, loadSecondStep, 'SecondStepForm');
  if (first && SecondStep) return createElement(SecondStep, { first, close: () => setFirst(null) });
  const tabs = (['login', 'register'] as const).map((mode) => ({
    title: authModes[mode].label,
    content: (
      <>
        <h2 className="text-2xl font-semibold tracking-tight">{authModes[mode].title}</h2>
        <p className="mt-1 mb-6 text-muted">{authModes[mode].promise}</p>
        <AuthForm mode={mode} email={email} keepEmail={setEmail} goOn={setFirst} />
      </>
    ),
  }));
  return <Tabs label="Login or register" tabs={tabs} panel={{ tabIndex: -1, className: 'pt-8' }} />;
}
