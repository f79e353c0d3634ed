// Predicted clients. They differ in these switches only.

/** Ids of the profiles for checking a whole file. */
export const PROFILE_IDS = ['client-1.0', 'client-0.0', 'spec', 'client-1.1'] as const;

export type ProfileId = (typeof PROFILE_IDS)[number] | 'tanstack' | 'unknown';

export interface Profile {
  readonly id: ProfileId;
  /** Its name, as used in sentences. */
  readonly name: string;
  /** True if a violation ends reading: for clients, not for the specification. */
  readonly stops: boolean;
  /** 1.0 repairs old spellings and removes unknown material; 0.0.x validates at the transport and fails. */
  readonly isLenient: boolean;
  readonly verifiesReasoning: boolean;
  /** From 1.1 on: runs must keep the ids of the request and of their start, and a run without an end fails. */
  readonly verifiesIdentity?: true;
  /** Effect of a violation if the app uses another client than this one. */
  readonly effectOnOtherClients?: 'unknown' | 'harmless';
  /** True if it may understand drafts and earlier spellings of the protocol. */
  readonly mayReadDrafts?: true;
  /** True if a schema error ends the response like its last byte, without an error for the app. */
  readonly hidesSchemaErrors?: true;
  /** True if it splits server-sent events at LF LF only, against the standard. */
  readonly cutsAtBlankLines: boolean;
}

/** `@ag-ui/client` 1.0.0. */
export const CLIENT_1_0: Profile = {
  id: 'client-1.0',
  name: 'the stock client 1.0',
  stops: true,
  isLenient: true,
  verifiesReasoning: true,
  cutsAtBlankLines: true,
};

/** `@ag-ui/client` 0.0.59. */
export const CLIENT_0_0: Profile = {
  id: 'client-0.0',
  name: 'the stock client 0.0.59',
  stops: true,
  isLenient: false,
  verifiesReasoning: false,
  cutsAtBlankLines: true,
};

/** `@ag-ui/client` as the 1.1 draft describes it: not published yet. */
export const CLIENT_1_1: Profile = {
  ...CLIENT_1_0,
  id: 'client-1.1',
  name: 'the stock client 1.1 (draft)',
  verifiesIdentity: true,
};

/** The specification of 1.0: judges like client 1.0, but never stops. */
export const SPEC: Profile = {
  id: 'spec',
  name: 'the specification',
  stops: false,
  isLenient: true,
  verifiesReasoning: true,
  cutsAtBlankLines: false,
};

/** TanStack AI's client trusts its server: events are checked against AG-UI 1.0 only. */
export const TANSTACK: Profile = {
  ...SPEC,
  id: 'tanstack',
  name: 'TanStack AI',
  effectOnOtherClients: 'harmless',
  mayReadDrafts: true,
};

/** An unknown client: events are checked against AG-UI 1.0 only. */
export const UNKNOWN: Profile = {
  ...SPEC,
  id: 'unknown',
  name: 'AG-UI 1.0',
  effectOnOtherClients: 'unknown',
};

/** An app's own code. */
export const OWN: Profile = { ...UNKNOWN, mayReadDrafts: true };

export const PROFILES: Readonly<Record<(typeof PROFILE_IDS)[number], Profile>> = {
  'client-1.0': CLIENT_1_0,
  'client-0.0': CLIENT_0_0,
  spec: SPEC,
  'client-1.1': CLIENT_1_1,
};
