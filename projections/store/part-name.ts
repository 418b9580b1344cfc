/** The name of a part of a task, subscription or view that is done in parts: `scout#2`; the whole where part is null. */
export function getPartName(name: string, part: string | number | null): string {
  return part === null ? name : `${name}#${part}`;
}

/** The name of the whole. */
export function getBaseName(name: string): string {
  return name.split('#', 1)[0] ?? name;
}
