import { type Cycle, findFileCycles, findFolderCycles, findNeighbourCycles } from './cycles.ts';
import { type DependencyObject, findDependencyObjects } from './dependency-objects.ts';
import type { ImportGraph } from './import-graph.ts';
import {
  findContractImports,
  findImpureDomain,
  findModuleImports,
  findStrayDrivers,
  findStrayFiles,
  findUpwardImports,
  findWebImports,
  layers,
} from './layer-rules.ts';
import { findPercentile, measureSizes } from './source-sizes.ts';

/** `problems`: a sentence for each violation; `figures`: one line. */
export type StructureReport = { problems: string[]; figures: string };

const maxFilesPerFolder = 15;
const maxFieldsOfDependencies = 8;

/** Checks the product's sources. Fewer than `minFiles` files mean that they were not found. */
export function judgeStructure(graph: ImportGraph, minFiles: number): StructureReport {
  const cycles = [...findFolderCycles(graph.arrows), ...findNeighbourCycles(graph.arrows)];
  const upward = [...findUpwardImports(graph), ...findWebImports(graph)];
  const strays = findStrayFiles(graph);
  const objects = findDependencyObjects(graph);
  const crowded = findCrowdedFolders(graph);
  const problems = [
    ...findMissingSources(graph, minFiles),
    ...strays,
    ...upward,
    ...findModuleImports(graph),
    ...findContractImports(graph),
    ...findImpureDomain(graph),
    ...findStrayDrivers(graph),
    ...findFileCycles(graph.arrows).map((cycle) => describeCycle('Files', cycle)),
    ...cycles.map((cycle) => describeCycle('Folders', cycle)),
    ...crowded,
    ...findLargeDependencyObjects(objects),
  ];
  const figures = [
    ...describeSizes(graph),
    `folder cycles ${cycles.length}`,
    `upward imports ${upward.length}`,
    `files outside of the layers ${strays.length}`,
    `largest dependency object ${objects[0]?.fields ?? 0} fields`,
    `folders over ${maxFilesPerFolder}: ${crowded.length}`,
  ];
  return { problems, figures: figures.join(', ') };
}

/** A run that found no files would otherwise look like a clean one. */
export function findMissingSources(
  { files, arrows }: Pick<ImportGraph, 'files' | 'arrows'>,
  minFiles: number,
): string[] {
  const missing = layers.filter((layer) => !files.some(({ path }) => path.startsWith(`${layer}/`)));
  const problems = missing.map((layer) => `No file of ${layer}/ was found.`);
  if (files.length < minFiles) problems.push(`Only ${files.length} files were found, expected at least ${minFiles}.`);
  if (arrows.length < files.length / 2) problems.push(`Only ${arrows.length} imports were found between them.`);
  return problems;
}

export function findCrowdedFolders({ files }: Pick<ImportGraph, 'files'>): string[] {
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

function describeCycle(kind: 'Files' | 'Folders', { nodes, imports }: Cycle): string {
  return `${kind} import each other in a circle: ${nodes.join(', ')} (${imports.join('; ')}).`;
}

function describeSizes({ files }: ImportGraph): string[] {
  const sizes = measureSizes(files);
  const describe = (name: string, numbers: readonly number[]) =>
    `lines a ${name} ${findPercentile(numbers, 0.5)} (median) and ${findPercentile(numbers, 0.9)} (p90)`;
  const lines = sizes.files.reduce((sum, size) => sum + size, 0);
  return [
    `${files.length} files`,
    `${lines} lines of code`,
    describe('file', sizes.files),
    describe('function', sizes.functions),
  ];
}
