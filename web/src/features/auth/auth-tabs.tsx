import { useState } from 'react';
import { Tab, TabList, TabPanel, TabsRoot } from '#web/components/ui/tabs.tsx';
import { AuthForm } from './auth-form.tsx';
import { authModes } from './auth-modes.ts';

/** Login and Register; an email typed in one is also in the other. */
export function AuthTabs() {
  const [email, setEmail] = useState('');
  return (
    <TabsRoot defaultValue="login">
      <TabList aria-label="Login or register">
        <Tab value="login">Login</Tab>
        <Tab value="register">Register</Tab>
      </TabList>
      {(['login', 'register'] as const).map((way) => (
        <TabPanel key={way} value={way} tabIndex={-1} className="pt-8">
          <h2 className="text-2xl font-semibold tracking-tight">{authModes[way].title}</h2>
          <p className="mt-1 mb-6 text-muted">{authModes[way].promise}</p>
          <AuthForm mode={way} email={email} keepEmail={setEmail} />
        </TabPanel>
      ))}
    </TabsRoot>
  );
}
