import { DockerfileParser, type Instruction, JSONInstruction } from 'dockerfile-ast';

const allowedKeywords = new Set([
  ...['ARG', 'FROM', 'RUN', 'COPY', 'WORKDIR', 'ENV', 'USER', 'VOLUME', 'EXPOSE', 'HEALTHCHECK', 'CMD', 'ENTRYPOINT'],
  ...['LABEL', 'STOPSIGNAL'],
]);
const secretPattern = /SECRET|KEY|PASSWORD|TOKEN/i;

/** This project's rules for its Dockerfile, given as text. */
export function findDockerfileProblems(text: string): string[] {
  const file = DockerfileParser.parse(text);
  const instructions = file.getInstructions();
  const last = (keyword: string) => instructions.findLast((instruction) => instruction.getKeyword() === keyword);
  if (file.getFROMs().length === 0) return ['has no FROM'];
  return [
    ...instructions
      .filter((each) => !allowedKeywords.has(each.getKeyword()))
      .map((each) => `${describeLine(each)} is not used here`),
    ...findBaseProblems(text),
    ...instructions
      .filter(
        (each) => ['ENV', 'ARG'].includes(each.getKeyword()) && secretPattern.test(each.getArgumentsContent() ?? ''),
      )
      .map((each) => `${describeLine(each)} puts a secret into the image`),
    ...findUserProblems(last('USER')),
    ...findStartProblems(last('CMD')),
    ...(last('HEALTHCHECK') ? [] : ['has no HEALTHCHECK']),
  ];
}

function findBaseProblems(text: string): string[] {
  const file = DockerfileParser.parse(text);
  const argumentValues = new Map(
    file.getInitialARGs().map((each) => [each.getProperty()?.getName(), each.getProperty()?.getValue() ?? '']),
  );
  const stages = new Set<string | null>();
  return file.getFROMs().flatMap((from) => {
    const image = (from.getImage() ?? '').replace(/\$\{(\w+)\}/g, (_, name: string) => argumentValues.get(name) ?? '');
    const isStage = stages.has(image);
    stages.add(from.getBuildStage());
    const isPinned = /:[\w.-]*\d+\.\d+[\w.-]*$|@sha256:[0-9a-f]{64}$/.test(image);
    return isStage || isPinned ? [] : [`${describeLine(from)} ${image} is not pinned to a version`];
  });
}

function findUserProblems(user: Instruction | undefined): string[] {
  const name = user?.getArgumentsContent() ?? 'root';
  return /^(root|0)(:|$)/.test(name) ? ['runs as root'] : [];
}

/** With a shell or npm in between, SIGTERM would not reach the server. */
function findStartProblems(start: Instruction | undefined): string[] {
  if (!(start instanceof JSONInstruction) || start.getOpeningBracket() === null) return ['has no CMD in exec form'];
  const [program] = start.getJSONStrings().map((each) => each.getValue());
  return program === '"node"' ? [] : [`starts ${program ?? 'nothing'}, not node itself`];
}

function describeLine(instruction: Instruction): string {
  return `line ${instruction.getRange().start.line + 1}: ${instruction.getKeyword()}`;
}
