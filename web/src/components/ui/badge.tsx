import type { ReactNode } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';

const toneClasses = {
  neutral: 'bg-sunken text-muted',
  primary: 'bg-primary-soft text-on-primary-soft',
  warm: 'bg-warm-soft text-on-warm-soft',
};

export function Badge({ tone = 'neutral', children }: { tone?: keyof typeof toneClasses; children: ReactNode }) {
  return (
    <span
      className={joinClasses(
        'inline-flex max-w-full items-center rounded-xl px-2.5 py-0.5 text-xs font-semibold wrap-anywhere',
        toneClasses[tone],
      )}
    >
      {children}
    </span>
  );
}
