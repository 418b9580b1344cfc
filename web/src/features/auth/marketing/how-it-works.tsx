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
          People who inherit a house often sell for far less than it’s worth: they owe back taxes or liens, can’t afford
          the repairs, or need cash quickly. These listings get little attention and are gone within hours.
        </HowItWorksStep>
        <HowItWorksStep title="The solution">
          Choose your ZIP, radius and top price. Our scout checks new listings around the clock and alerts you as soon
          as one matches, so you can be the first to call.
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
