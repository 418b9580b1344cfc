import { expect, it } from 'vitest';
import { assertUncommonChoice } from './common-passwords.ts';

const refusal = 'Choose a less common password';

it.each([
  'password',
  'PASSWORD1',
  'qwerty',
  'iloveyou',
  'Ann.Lee',
  '1ann.lee',
  'ann.lee2026!',
  '--ANN.LEE--',
  'ann.lee ann.lee',
])('The password %s is refused to ann.lee@example.com', async (password) => {
  await expect(assertUncommonChoice(password, 'Ann.Lee@example.com')).rejects.toMatchObject({
    status: 400,
    message: refusal,
  });
});

it.each(['correct horse', 'ann.leeward', 'my ann.lee', 'ann-lee 2026', '82736!!19'])(
  'The password %s is accepted from ann.lee@example.com',
  async (password) => {
    await expect(assertUncommonChoice(password, 'ann.lee@example.com')).resolves.toBeUndefined();
  },
);
