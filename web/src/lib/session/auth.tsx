import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useEffect } from 'react';
import type { UserView } from '#domain/user/contract.ts';
import { recheckUser, userQuery } from './session.ts';
import { setSignedInFlag } from './signed-in-flag.ts';
import { onOtherWindowChange } from './session-broadcast.ts';

type Auth = {
  /** The signed-in user; null when signed out, and while it is unknown. */
  user: UserView | null;
  loading: boolean;
  /** Why the session could not be loaded. */
  error: Error | null;
  retry: () => unknown;
};

const AuthContext = createContext<Auth | null>(null);

export function AuthProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const { data, isPending, error, refetch } = useQuery(userQuery);
  const failed = data === undefined ? error : null;
  const isSignedIn = Boolean(data);
  useEffect(() => {
    if (isSignedIn) setSignedInFlag(true);
  }, [isSignedIn]);
  useEffect(
    () =>
      onOtherWindowChange(() => {
        // If the request fails now, the live connection repeats it after it reconnects.
        recheckUser(queryClient).catch(() => null);
      }),
    [queryClient],
  );
  return (
    <AuthContext value={{ user: data ?? null, loading: isPending, error: failed, retry: refetch }}>
      {children}
    </AuthContext>
  );
}

export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}
