import { ChevronDownIcon } from '#web/components/ui/icons.tsx';
import { Menu, MenuItem, MenuTrigger } from '#web/components/ui/menu.tsx';
import { type Format, formats } from './file.ts';
import type { Kind } from './kinds.ts';

type ExportMenuProps = { kind: Kind; disabled: boolean; onChoose: (format: Format) => void };

/** A button that asks for the format of the file. */
export function ExportMenu({ kind, disabled, onChoose }: ExportMenuProps) {
  return (
    <Menu
      trigger={
        <MenuTrigger disabled={disabled}>
          {kind.title}
          <ChevronDownIcon className="size-4" />
        </MenuTrigger>
      }
    >
      {(Object.keys(formats) as Format[]).map((format) => (
        <MenuItem key={format} onSelect={() => onChoose(format)}>
          {formats[format]}
        </MenuItem>
      ))}
    </Menu>
  );
}
