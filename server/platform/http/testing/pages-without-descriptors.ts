import { openSync } from 'node:fs';
import { Agent, get } from 'node:http';
import express from 'express';
import { pino } from 'pino';
import { listen } from '../listen.ts';
import { createErrorHandler } from '../middleware/http-error.ts';
import { createPagesRouter } from '../web-pages.ts';

// Prints the status of a page and of a script, before and after this process has opened as many files as it may.
const [root = '', script = ''] = process.argv.slice(2);
const { server, url } = await listen({ host: '127.0.0.1', port: 0 });
server.on('request', express().use(createPagesRouter(root), createErrorHandler(pino({ level: 'silent' }))));
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const getStatus = (path: string) =>
  new Promise((resolve, reject) => {
    get(`${url}${path}`, { agent, headers: { accept: 'text/html' } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    }).on('error', reject);
  });

function openAllFiles() {
  try {
    for (;;) openSync('/dev/null', 'r');
  } catch {
    // No descriptor is left.
  }
}

/** A file that was sent before may be closed late, which frees a descriptor. */
async function getScriptWithoutDescriptors(attempts = 10): Promise<unknown> {
  openAllFiles();
  const status = await getStatus(script);
  return status === 200 && attempts > 1 ? getScriptWithoutDescriptors(attempts - 1) : status;
}

const before = [await getStatus('/'), await getStatus(script)];
const refused = await getScriptWithoutDescriptors();
const after = [await getStatus('/'), refused];
process.stdout.write(JSON.stringify({ before, after }), () => process.exit(0));
