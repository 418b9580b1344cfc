import { DCLinter } from 'dclint';
import { parse } from 'yaml';

type Service = {
  image?: string;
  build?: unknown;
  extends?: { service: string };
  profiles?: string[];
  healthcheck?: { test?: unknown; disable?: boolean };
  environment?: Record<string, string | number | null>;
  depends_on?: Record<string, { condition?: string }>;
};
type Services = Record<string, Service>;

/** Part of what the product itself reads is secret; it must not have a default. */
const secretPattern = /(SECRET|KEY|PASSWORD|TOKEN)$/;
const addressWithPassword = /:\/\/[^/@\s]+:[^/@\s]+@/;
const readsOwnVariables = (service: Service) => service.build !== undefined;

/** The errors of a file by the compose specification's own schema, and mistakes that the schema cannot detect. */
export function findSchemaProblems(file: string): string[] {
  const taste = ['no-build-and-image', 'no-unbound-port-interfaces'];
  const linter = new DCLinter({
    rules: Object.fromEntries(taste.map((rule) => [rule, 0])),
    quiet: true,
    debug: false,
    exclude: [],
  });
  const results = linter.lintFiles([file], false);
  if (results.length === 0) return [`${file} was not analysed`];
  return results.flatMap(({ messages }) =>
    messages.filter(({ type }) => type === 'error').map(({ line, message }) => `${file}:${line} ${message}`),
  );
}

/**
 * This project's rules for its compose files, given as texts that are merged in this order. `variables` are those
 * that the product reads.
 */
export function findComposeProblems(texts: readonly string[], variables: readonly string[]): string[] {
  const services = texts.reduce<Services>((below, text) => mergeServices(below, parseServices(text)), {});
  if (Object.keys(services).length === 0) return ['no service was analysed'];
  return Object.entries(services).flatMap(([name, service]) =>
    [
      ...findImageProblems(service),
      ...findHealthcheckProblems(service),
      ...findEnvironmentProblems(service, variables),
      ...findDependencyProblems(service, services),
    ].map((problem) => `service ${name}: ${problem}`),
  );
}

/** `!reset []` removes a value of an earlier file. */
const reset = { tag: '!reset', collection: 'seq' as const, resolve: () => [] };

function parseServices(text: string): Services {
  // The schema has checked it.
  const { services } = parse(text, { customTags: [reset], logLevel: 'error' }) as { services?: Services };
  return services ?? {};
}

function mergeServices(below: Services, above: Services): Services {
  const result = { ...below };
  for (const [name, service] of Object.entries(above)) {
    const parent = below[service.extends?.service ?? name] ?? {};
    result[name] = { ...parent, ...service, environment: { ...parent.environment, ...service.environment } };
  }
  return result;
}

function findImageProblems({ image, build }: Service): string[] {
  if (build !== undefined) return [];
  if (image === undefined) return ['has no image'];
  // ${NAME:-24.10.14} means 24.10.14.
  const tag = /:([^:/]+)$/.exec(image.replace(/\$\{\w+:-([^}]*)\}/g, '$1'))?.[1] ?? '';
  return /\d/.test(tag) && !tag.includes('$') ? [] : [`image ${image} is not pinned to a version`];
}

function findHealthcheckProblems({ healthcheck }: Service): string[] {
  const isChecked = healthcheck?.test !== undefined && healthcheck.disable !== true;
  return isChecked ? [] : ['has no healthcheck'];
}

function findEnvironmentProblems(service: Service, variables: readonly string[]): string[] {
  return Object.entries(service.environment ?? {}).flatMap(([name, value]) => {
    const problems =
      readsOwnVariables(service) && !variables.includes(name) ? [`${name} is no variable of the product`] : [];
    const isGiven = value === null || /^\$\{\w+(:\?[^}]+|:-)?\}$/.test(String(value));
    const isLeaked = (secretPattern.test(name) && !isGiven) || addressWithPassword.test(String(value));
    return isLeaked ? [...problems, `${name} has a secret written into the file`] : problems;
  });
}

function findDependencyProblems({ depends_on: needed = {} }: Service, services: Services): string[] {
  if (Array.isArray(needed)) return ['depends_on says no conditions'];
  return Object.entries(needed).flatMap(([name, { condition }]) => {
    if (!(name in services)) return [`depends on ${name}, which is no service`];
    return condition === 'service_healthy' ? [] : [`does not wait until ${name} is healthy`];
  });
}
