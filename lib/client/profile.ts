// Whose judgement is predicted: a version of the stock client. The versions differ in what these switches say.

/** Names of the profiles. */
export const PROFILE_IDS = ['client-1.0', 'client-0.0', 'spec'] as const;

/** Name of a profile. */
export type ProfileId = (typeof PROFILE_IDS)[number];

/** What distinguishes one judge from another. */
export interface Profile {
  readonly id: ProfileId;
  /** Who it is, in a sentence. */
  readonly name: string;
  /** Whether anything ends the reading: a client stops at the first violation, a specification does not. */
  readonly stops: boolean;
  /** 1.0 repairs old spellings and removes what it does not know; 0.0.x validates at the transport, fatally. */
  readonly isLenient: boolean;
  /** Whether the opening and closing of reasoning is checked. */
  readonly verifiesReasoning: boolean;
}

/** `@ag-ui/client` 1.0.0. */
export const CLIENT_1_0: Profile = {
  id: 'client-1.0',
  name: 'the stock client 1.0',
  stops: true,
  isLenient: true,
  verifiesReasoning: true,
};

/** `@ag-ui/client` 0.0.59. */
export const CLIENT_0_0: Profile = {
  id: 'client-0.0',
  name: 'the stock client 0.0.59',
  stops: true,
  isLenient: false,
  verifiesReasoning: false,
};

/** The specification of 1.0: judges like the client 1.0 and goes on. */
export const SPEC: Profile = { ...CLIENT_1_0, id: 'spec', name: 'the specification', stops: false };

/** Every profile by its name. */
export const PROFILES: Readonly<Record<ProfileId, Profile>> = {
  'client-1.0': CLIENT_1_0,
  'client-0.0': CLIENT_0_0,
  spec: SPEC,
};
