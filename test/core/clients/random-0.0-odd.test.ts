// Half of the random streams of the client 0.0.59.
import { test } from 'vitest';
import { CLIENT_0_0 } from '@/lib/core/consumers/profile';
import { compareSeeds } from './random-streams';

test('client 0.0.59, odd seeds', () => compareSeeds(CLIENT_0_0, 'odd'));
