import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

describe('the model in the environment', () => {
  it('The model in the environment is an address and a name, with a key or without', () => {
    const env = { LLM_BASE_URL: 'https://api.example.com/v1/', LLM_MODEL: 'small' };
    const model = { baseUrl: 'https://api.example.com/v1', name: 'small', key: null, dailyCalls: 1000 };
    expect(loadConfig(env).model).toEqual(model);
    expect(loadConfig({ ...env, LLM_API_KEY: 'k', LLM_DAILY_CALLS: '5' }).model).toEqual({
      ...model,
      key: 'k',
      dailyCalls: 5,
    });
  });

  it.each([
    [{ LLM_BASE_URL: 'https://api.example.com' }, 'belong together'],
    [{ LLM_API_KEY: 'k' }, 'belong together'],
    [{ LLM_BASE_URL: 'ftp://x', LLM_MODEL: 'small' }, 'LLM_BASE_URL must be'],
    [{ LLM_DAILY_CALLS: 'many' }, 'LLM_DAILY_CALLS must be'],
  ])('The model in the environment is refused by halves: %j', (env, sentence) => {
    expect(() => loadConfig(env)).toThrow(sentence);
  });
});
