/** The format of all stored data, raised with every change of a stored event or name. Format 1 is not recorded. */
export const dataFormat = 6;

/** Stream `installation`: the first event of a log. It names the installation (a uuid) and the format of its data. */
export type InstallationEvent = {
  type: 'InstallationCreated';
  data: { installationId: string; dataFormat: number };
};
