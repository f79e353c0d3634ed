// Which client's judgement to predict. The profiles differ only in these switches.
import { type Framing, STOCK_FRAMING } from '@/lib/client/framing';

/** The ids of all profiles. */
export const PROFILE_IDS = ['client-1.0', 'client-0.0', 'spec'] as const;

/** Id of a profile. */
export type ProfileId = (typeof PROFILE_IDS)[number];

/** How one profile differs from another. */
export interface Profile {
  readonly id: ProfileId;
  /** Its name, as used in sentences. */
  readonly name: string;
  /** Whether a violation ends reading: it does for a client, not for the specification. */
  readonly stops: boolean;
  /** 1.0 repairs old spellings and removes what it does not know; 0.0.x validates at the transport and fails. */
  readonly isLenient: boolean;
  /** Whether opening and closing reasoning is verified. */
  readonly verifiesReasoning: boolean;
  /** How it cuts server-sent events; absent: as the standard says. */
  readonly framing?: Framing;
}

/** `@ag-ui/client` 1.0.0. */
export const CLIENT_1_0: Profile = {
  id: 'client-1.0',
  name: 'the stock client 1.0',
  stops: true,
  isLenient: true,
  verifiesReasoning: true,
  framing: STOCK_FRAMING,
};

/** `@ag-ui/client` 0.0.59. */
export const CLIENT_0_0: Profile = {
  id: 'client-0.0',
  name: 'the stock client 0.0.59',
  stops: true,
  isLenient: false,
  verifiesReasoning: false,
  framing: STOCK_FRAMING,
};

/** The specification of 1.0: judges like client 1.0, but never stops. */
export const SPEC: Profile = {
  id: 'spec',
  name: 'the specification',
  stops: false,
  isLenient: true,
  verifiesReasoning: true,
};

/** Every profile, by id. */
export const PROFILES: Readonly<Record<ProfileId, Profile>> = {
  'client-1.0': CLIENT_1_0,
  'client-0.0': CLIENT_0_0,
  spec: SPEC,
};
