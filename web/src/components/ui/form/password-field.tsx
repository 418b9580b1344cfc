import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { controlClasses, Field } from './field.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import { EyeIcon, EyeOffIcon } from '../icons.tsx';

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'id' | 'type'> & {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
};

/** A password input that can show its value, and warns while Caps Lock is on. */
export function PasswordField({ label, error, hint, onBlur, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <Field label={label} error={error} hint={capsLock ? 'Caps Lock is on' : !error && hint}>
      {(props) => (
        <div className="relative">
          <input
            {...input}
            {...props}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            onKeyDown={watchCapsLock}
            onKeyUp={watchCapsLock}
            onBlur={(event) => {
              setCapsLock(false);
              onBlur?.(event);
            }}
            className={joinClasses(controlClasses, 'pr-12')}
          />
          <button
            type="button"
            onClick={() => setShown(!shown)}
            className="absolute inset-y-1 right-1 flex w-10 items-center justify-center rounded-lg text-muted hover:text-text"
          >
            {shown ? <EyeOffIcon /> : <EyeIcon />}
            <span className="sr-only">{shown ? 'Hide password' : 'Show password'}</span>
          </button>
        </div>
      )}
    </Field>
  );
}
