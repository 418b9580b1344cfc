import { zodResolver } from '@hookform/resolvers/zod';
import { forgotPasswordBody, loginBody, registerBody } from '#domain/user/contract.ts';

export const resolvers = {
  login: zodResolver(loginBody),
  register: zodResolver(registerBody),
  forgot: zodResolver(forgotPasswordBody),
};
