import type { ReactNode } from 'react';
import { Collapsible } from '#web/components/ui/collapsible.tsx';

/** Beside the form on the dark panel; on a small screen below the form. */
export function HowItWorks() {
  return (
    <Collapsible
      title="Learn more | How it works"
      className="rounded-card border border-line bg-surface lg:border-panel-line/25 lg:bg-panel-deep/90 lg:text-panel-text"
    >
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-8">
        <HowItWorksStep title="The problem">
          People who inherit a house often have to let it go for far less than it is worth: back taxes or liens are due,
          the repairs are more than they can carry, or they need cash quickly. Such offers are posted quietly and are
          gone within hours.
        </HowItWorksStep>
        <HowItWorksStep title="The solution">
          Tell us where you look, how far around it, and what you would pay. Our scout reads new listings day and night,
          and tells you the moment one fits, so that you are the first to call.
        </HowItWorksStep>
      </div>
    </Collapsible>
  );
}

function HowItWorksStep({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-1 font-semibold">{title}</h2>
      <p className="text-pretty text-muted lg:text-panel-muted">{children}</p>
    </div>
  );
}
