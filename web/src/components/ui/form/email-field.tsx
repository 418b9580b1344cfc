import type { ComponentProps } from 'react';
import { TextField } from './field.tsx';

/** The email address that a user signs in with. */
export function EmailField(field: Omit<ComponentProps<typeof TextField>, 'label' | 'type'>) {
  return (
    <TextField label="Email" type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} {...field} />
  );
}
