import { Menu, MenuItem, MenuLabel, MenuTrigger } from '#web/components/ui/overlay/menu.tsx';
import { type FileFormat, exportFormats } from './export-file.ts';
import type { ExportKind } from './export-kinds.ts';

type ExportMenuProps = {
  kind: ExportKind;
  /** There is nothing to export. */
  isEmpty: boolean;
  /** Another export is under way. */
  isBusy: boolean;
  onChoose: (format: FileFormat) => void;
};

/** A button that offers the formats of the file. It stays enabled during an export, so that it keeps the focus. */
export function ExportMenu({ kind, isEmpty, isBusy, onChoose }: ExportMenuProps) {
  return (
    <Menu
      trigger={
        <MenuTrigger disabled={isEmpty} {...(isEmpty && { title: `There are no ${kind.noun} to export` })}>
          {kind.title}
        </MenuTrigger>
      }
    >
      {kind.scope !== undefined && <MenuLabel>{kind.scope}</MenuLabel>}
      {(Object.keys(exportFormats) as FileFormat[]).map((format) => (
        <MenuItem key={format} disabled={isBusy} onSelect={() => onChoose(format)}>
          {exportFormats[format]}
        </MenuItem>
      ))}
    </Menu>
  );
}
