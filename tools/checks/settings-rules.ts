/** Names in the first column of the table of settings, which is the one headed `variable`. */
export function settingsIn(readme: string): string[] {
  const table = /\| variable \|.*\n\|[-| ]+\n((?:\|.*\n)+)/.exec(readme)?.[1] ?? '';
  const firstCells = table.split('\n').map((row) => row.split('|')[1] ?? '');
  return firstCells.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = '']) => name));
}

/** The table names what the product reads, each once, and nothing else. */
export function settingsProblems(readme: string, known: readonly string[]): string[] {
  const told = settingsIn(readme);
  if (told.length === 0) return ['README.md has no table of settings'];
  return [
    ...known.filter((name) => !told.includes(name)).map((name) => `README.md does not tell of ${name}`),
    ...told.filter((name) => !known.includes(name)).map((name) => `README.md tells of ${name}, which nothing reads`),
    ...told.filter((name, index) => told.indexOf(name) !== index).map((name) => `README.md tells of ${name} twice`),
  ];
}
