import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  channelEndpoints,
  type ChannelName,
  type LinkedChannel,
  type TelegramCode,
} from '#domain/alert/channels.contract.ts';
import { accountEndpoints, type UserView } from '#domain/user/contract.ts';
import { showSavedFilters } from '#web/features/filters/index.ts';
import { call } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import { disablePush, enablePush, getPushState } from '#web/lib/push/push.ts';

export const pushStateQuery = queryOptions({
  queryKey: ['push-state'],
  queryFn: getPushState,
  // Another window may have changed it.
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
});

const testIntervalMs = 500;

const readState = async (queryClient: QueryClient) => {
  await Promise.all([queryClient.invalidateQueries(pushStateQuery), readChannels(queryClient)]);
};

export const turnOnPush: Mutation<void, void> = { send: enablePush, update: readState, recover: readState };
export const turnOffPush: Mutation<void, void> = { send: disablePush, update: readState, recover: readState };

export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: ({ signal }) => call(channelEndpoints.listChannels, { signal }),
});
const readChannels = (queryClient: QueryClient) => queryClient.invalidateQueries(channelsQuery);

/** The outcome of a test alert, read again until it is known. */
export const testResultQuery = (id: string | null) =>
  queryOptions({
    queryKey: ['test-alert', id],
    queryFn: ({ signal }) => call(channelEndpoints.getTestResult, { params: { id: id ?? '' }, signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.state === 'sending' ? testIntervalMs : false),
  });

export const sendTestAlert: Mutation<ChannelName, { id: string }> = {
  send: (channel) => call(channelEndpoints.sendTestAlert, { params: { channel } }),
};

export const switchMail: Mutation<boolean, UserView> = {
  send: (alertMails) => call(accountEndpoints.updateProfile, { body: { alertMails } }),
  update: async (queryClient, user) => {
    showSavedFilters(queryClient, user);
    await readChannels(queryClient);
  },
};

export const switchChannel: Mutation<{ channel: LinkedChannel; isOn: boolean }, unknown> = {
  send: ({ channel, isOn }) => call(channelEndpoints.switchChannel, { params: { channel }, body: { isOn } }),
  update: readChannels,
};

export const unlinkChannel: Mutation<LinkedChannel, unknown> = {
  send: (channel) => call(channelEndpoints.unlinkChannel, { params: { channel } }),
  update: readChannels,
};

export const createTelegramCode: Mutation<void, TelegramCode> = {
  send: () => call(channelEndpoints.createTelegramCode),
};

type SecretAnswer = { secret: string | null };
export const saveWebhook: Mutation<string, SecretAnswer> = {
  send: (url) => call(channelEndpoints.saveWebhook, { body: { url } }),
  update: readChannels,
};

export const rotateSecret: Mutation<void, SecretAnswer> = {
  send: () => call(channelEndpoints.rotateWebhookSecret),
};
