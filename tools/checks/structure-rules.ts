import { type DependencyObject, findDependencyObjects } from './dependency-objects.ts';
import type { SourceFile } from './source-files.ts';

/** `problems`: a sentence for each violation; `figures`: one line. */
export type StructureReport = { problems: string[]; figures: string };

const maxFilesPerFolder = 15;
const maxFieldsOfDependencies = 8;

/** Checks the product's sources. Fewer than `minFiles` files mean that they were not found. */
export function judgeStructure(files: readonly SourceFile[], minFiles: number): StructureReport {
  const objects = findDependencyObjects(files);
  const crowded = findCrowdedFolders(files);
  const missing =
    files.length < minFiles ? [`Only ${files.length} files were found, expected at least ${minFiles}.`] : [];
  const figures = [
    `${files.length} files`,
    `largest dependency object ${objects[0]?.fields ?? 0} fields`,
    `folders over ${maxFilesPerFolder}: ${crowded.length}`,
  ];
  return { problems: [...missing, ...crowded, ...findLargeDependencyObjects(objects)], figures: figures.join(', ') };
}

export function findCrowdedFolders(files: readonly SourceFile[]): string[] {
  const byFolder = Map.groupBy(files, ({ folder }) => folder);
  return [...byFolder]
    .filter(([, own]) => own.length > maxFilesPerFolder)
    .map(
      ([folder, own]) =>
        `${folder}/ holds ${own.length} files without tests, at most ${maxFilesPerFolder} are allowed.`,
    );
}

export function findLargeDependencyObjects(objects: readonly DependencyObject[]): string[] {
  return objects
    .filter(({ fields }) => fields > maxFieldsOfDependencies)
    .map(
      ({ name, path, fields }) =>
        `${name} of ${path} hands down ${fields} fields, at most ${maxFieldsOfDependencies} are allowed.`,
    );
}
