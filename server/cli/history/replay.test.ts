import { describe, expect, it } from 'vitest';
import { parseArguments } from '#server/lib/command-line/parse-arguments.ts';
import { replayCommand, toReplayRequest } from './replay.ts';
import { parsePort } from './serve.ts';

const parseReplay = (args: string[]) => toReplayRequest(parseArguments(replayCommand, args).values);

describe('npm run history -- replay', () => {
  it('The command npm run history -- replay accepts a position, a time or the end of a day', () => {
    expect(parseReplay(['--until', '12', '--into', 'x'])).toEqual({
      endTime: '12',
      moment: { position: 12 },
      targetDir: 'x',
    });
    const time = '2026-03-01T12:00:00.000Z';
    expect(parseReplay(['--until', '2026-03-01T12:00Z', '--into', 'x'])).toMatchObject({ endTime: time });
    const day = parseReplay(['--until', '2026-03-01', '--into', 'x']);
    expect(day.moment).toEqual({ time: new Date('2026-03-01T23:59:59.999').getTime() });
  });

  it.each([
    [['--into', 'x'], '--until is missing'],
    [['--until', '1'], '--into is missing'],
    [['--until', 'soon', '--into', 'x'], '--until must be a time'],
    [['--untill', '1'], 'see npm run history -- replay --help'],
  ])('The command npm run history -- replay refuses %j', (args, sentence) => {
    expect(() => parseReplay(args)).toThrow(sentence);
  });
});

describe('npm run history -- serve', () => {
  it('The command npm run history -- serve accepts a port', () => {
    expect(parsePort('0')).toBe(0);
    expect(parsePort('65535')).toBe(65_535);
  });

  it.each(['70000', '-1', 'x', ''])('The command npm run history -- serve refuses the port %j', (port) => {
    expect(() => parsePort(port)).toThrow('--port must be a whole number from 0 to 65535');
  });
});
