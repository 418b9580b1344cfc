import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useAuth } from './auth.tsx';

function Stranger() {
  useAuth();
  return null;
}

it('The session hook works only inside its provider', () => {
  expect(() => renderToString(createElement(Stranger))).toThrow('useAuth must be used within an AuthProvider');
});
