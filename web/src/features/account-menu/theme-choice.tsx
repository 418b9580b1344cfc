import { useState } from 'react';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { MenuChoice } from '#web/components/ui/overlay/menu.tsx';
import { readTheme, saveTheme, themes } from '#web/lib/theme.ts';

export function ThemeChoice() {
  const [theme, setTheme] = useState(readTheme);
  return (
    <MenuChoice
      label="Theme"
      value={theme}
      choices={themes.map((one) => [one, capitalize(one)])}
      onChange={(chosen) => {
        saveTheme(chosen);
        setTheme(chosen);
      }}
    />
  );
}
