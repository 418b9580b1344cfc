import { describe, expect, it } from 'vitest';
import { parseReplayOptions } from './replay.ts';
import { parseServeOptions } from './serve.ts';

describe('npm run history -- replay', () => {
  it('The command npm run history -- replay accepts a position, a time or the end of a day', () => {
    expect(parseReplayOptions(['--until', '12', '--into', 'x'])).toEqual({
      endTime: '12',
      moment: { position: 12 },
      targetDir: 'x',
    });
    const time = '2026-03-01T12:00:00.000Z';
    expect(parseReplayOptions(['--until', '2026-03-01T12:00Z', '--into', 'x'])).toMatchObject({ endTime: time });
    const day = parseReplayOptions(['--until', '2026-03-01', '--into', 'x']);
    expect(day?.moment).toEqual({ time: new Date('2026-03-01T23:59:59.999').getTime() });
    expect(parseReplayOptions(['--help'])).toBeNull();
  });

  it.each([
    [['--into', 'x'], '--until is missing'],
    [['--until', '1'], '--into is missing'],
    [['--until', 'soon', '--into', 'x'], '--until must be a time'],
    [['--untill', '1'], 'see npm run history -- replay --help'],
  ])('The command npm run history -- replay refuses %j', (args, sentence) => {
    expect(() => parseReplayOptions(args)).toThrow(sentence);
  });
});

describe('npm run history -- serve', () => {
  it('The command npm run history -- serve accepts a folder and a port', () => {
    expect(parseServeOptions(['copy'])).toEqual({ folder: 'copy', port: 3100 });
    expect(parseServeOptions(['copy', '--port', '0'])).toEqual({ folder: 'copy', port: 0 });
    expect(parseServeOptions(['-h'])).toBeNull();
  });

  it.each([
    [[], 'Say which copy'],
    [['a', 'b'], 'Only one copy'],
    [['a', '--port', '70000'], '--port must be a whole number from 0 to 65535'],
    [['a', '--host', '::'], 'see npm run history -- serve --help'],
  ])('The command npm run history -- serve refuses %j', (args, sentence) => {
    expect(() => parseServeOptions(args)).toThrow(sentence);
  });
});
