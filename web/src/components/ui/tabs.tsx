import { Tabs } from 'radix-ui';
import type { ComponentProps } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';

export const TabsRoot = Tabs.Root;

export function TabList(props: Omit<ComponentProps<typeof Tabs.List>, 'className'>) {
  return <Tabs.List {...props} className="grid auto-cols-fr grid-flow-col gap-1 rounded-xl bg-sunken p-1" />;
}

export function Tab(props: Omit<ComponentProps<typeof Tabs.Trigger>, 'className'>) {
  return (
    <Tabs.Trigger
      {...props}
      className={joinClasses(
        'min-h-10 min-w-0 rounded-lg px-2 py-1.5 font-semibold sm:px-4 text-muted transition-colors hover:text-text',
        'data-[state=active]:bg-raised data-[state=active]:text-text data-[state=active]:shadow-xs',
      )}
    />
  );
}

export const TabPanel = Tabs.Content;
