/** Names in the first column of the settings table, whose header is `variable`. */
export function readSettings(readme: string): string[] {
  const table = /\| variable \|.*\n\|[-| ]+\n((?:\|.*\n)+)/.exec(readme)?.[1] ?? '';
  const firstCells = table.split('\n').map((row) => row.split('|')[1] ?? '');
  return firstCells.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = '']) => name));
}

/** The table must list the variables that the product reads, each once, and nothing else. */
export function findSettingsProblems(readme: string, known: readonly string[]): string[] {
  const documented = readSettings(readme);
  if (documented.length === 0) return ['README.md has no table of settings'];
  return [
    ...known.filter((name) => !documented.includes(name)).map((name) => `README.md does not tell of ${name}`),
    ...documented
      .filter((name) => !known.includes(name))
      .map((name) => `README.md tells of ${name}, which nothing reads`),
    ...documented
      .filter((name, index) => documented.indexOf(name) !== index)
      .map((name) => `README.md tells of ${name} twice`),
  ];
}
