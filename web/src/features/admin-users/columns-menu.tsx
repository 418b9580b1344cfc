import { Menu, MenuCheck, MenuTrigger } from '#web/components/ui/overlay/menu.tsx';
import type { useColumnChoice } from './use-column-choice.ts';

/** Shows and hides columns; that of the email and that of the actions always stay. */
export function ColumnsMenu({ optional, show }: Pick<ReturnType<typeof useColumnChoice>, 'optional' | 'show'>) {
  return (
    <Menu align="end" trigger={<MenuTrigger className="ml-auto">Columns</MenuTrigger>}>
      {optional.map(({ id, title, isShown }) => (
        <MenuCheck key={id} isOn={isShown} onChange={(isOn) => show(id, isOn)}>
          {title}
        </MenuCheck>
      ))}
    </Menu>
  );
}
