import { describe, expect, it } from 'vitest';
import { findDockerfileProblems } from './dockerfile-rules.ts';

const sound = `ARG TAG=26.10.0-slim
FROM node:\${TAG} AS first
RUN npm ci
FROM first
COPY server server
USER node
HEALTHCHECK CMD ["node", "-e", "0"]
CMD ["node", "server/app/main.ts"]
`;

describe('the rules of the Dockerfile', () => {
  it('The rules of the Dockerfile find no problem in a valid one', () => {
    expect(findDockerfileProblems(sound)).toEqual([]);
  });

  it.each([
    ['TAG=26.10.0-slim', 'TAG=latest', 'node:latest is not pinned'],
    ['FROM first', 'FROM node', 'node is not pinned'],
    ['USER node', 'USER root', 'runs as root'],
    ['USER node', '', 'runs as root'],
    ['HEALTHCHECK', '# HEALTHCHECK', 'has no HEALTHCHECK'],
    ['CMD ["node", "server/app/main.ts"]', 'CMD node server/app/main.ts', 'has no CMD in exec form'],
    ['CMD ["node", "server/app/main.ts"]', 'CMD ["npm", "start"]', 'starts "npm", not node itself'],
    ['RUN npm ci', 'ENV SESSION_SECRET=sesame', 'line 3: ENV puts a secret into the image'],
    ['COPY server', 'ADD server', 'line 5: ADD is not used here'],
  ])('The rules of the Dockerfile report when %s becomes %s', (from, to, problem) => {
    expect(findDockerfileProblems(sound.replace(from, to)).join('\n')).toContain(problem);
  });

  it('The rules of the Dockerfile do not accept an empty file', () => {
    expect(findDockerfileProblems('')).toEqual(['has no FROM']);
  });
});
