import { spawn } from 'node:child_process';
import { Console } from 'node:console';
import { once } from 'node:events';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { embeddedEnvironment } from './environment.ts';

/** `env` is added to that of an installation in files. */
type ScriptOptions = { args?: string[]; env?: NodeJS.ProcessEnv; cwd?: string };
type ScriptResult = { stdout: string; stderr: string; code: number };

/** Ends a script at its `process.exit`, which must not end the test. */
class ScriptExit extends Error {}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a script of the project to its end in a process of its own, as `npm run` does. `file` is a path from the root. */
export async function spawnScript(file: string, { args = [], env, cwd }: ScriptOptions = {}): Promise<ScriptResult> {
  const child = spawn(process.execPath, [join(root, file), ...args], {
    cwd,
    env: { ...embeddedEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { stdout, stderr, code: child.exitCode ?? -1 };
}

let count = 0;

/**
 * The same in this process, which has loaded the product already: one script at a time, and none that calls
 * `process.exit` elsewhere than at its top level.
 */
export async function runScript(
  file: string,
  { args = [], env, cwd = process.cwd() }: ScriptOptions = {},
): Promise<ScriptResult> {
  const script = join(root, file);
  const [stdout, stderr] = [createSink(), createSink()];
  const { NODE_ENV } = process.env;
  const restore = replaceProperties(process, {
    argv: [process.execPath, script, ...args],
    // Modules that are loaded now stay for other tests.
    env: { ...embeddedEnvironment, NODE_ENV, ...env },
    stdout: stdout.stream,
    stderr: stderr.stream,
    exit: (code = process.exitCode) => {
      process.exitCode = code;
      throw new ScriptExit();
    },
  });
  const restoreConsole = replaceProperties(globalThis, {
    console: new Console({ stdout: stdout.stream, stderr: stderr.stream }),
  });
  const before = { cwd: process.cwd(), exitCode: process.exitCode };
  process.exitCode = undefined;
  process.chdir(cwd);
  try {
    // A query makes it another module, which runs again.
    await import(`${pathToFileURL(script).href}?run=${(count += 1)}`).catch((error: unknown) => {
      if (!(error instanceof ScriptExit)) throw error;
    });
    return { stdout: stdout.text(), stderr: stderr.text(), code: readExitCode() };
  } finally {
    process.chdir(before.cwd);
    process.exitCode = before.exitCode;
    restoreConsole();
    restore();
  }
}

function createSink() {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}

/** 0 where the script has set none. */
function readExitCode(): number {
  const code: unknown = process.exitCode;
  return typeof code === 'number' ? code : 0;
}

/** Returns what puts the former ones back. */
function replaceProperties(owner: object, values: Record<string, unknown>): () => void {
  const former = Object.keys(values).map((key) => [key, Object.getOwnPropertyDescriptor(owner, key)] as const);
  for (const [key, value] of Object.entries(values))
    Object.defineProperty(owner, key, { value, writable: true, configurable: true, enumerable: true });
  return () => {
    for (const [key, descriptor] of former) if (descriptor) Object.defineProperty(owner, key, descriptor);
  };
}
