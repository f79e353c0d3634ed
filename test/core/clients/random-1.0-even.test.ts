// Half of the random streams of the client 1.0.
import { test } from 'vitest';
import { CLIENT_1_0 } from '@/lib/core/consumers/profile';
import { compareSeeds } from './random-streams';

test('client 1.0, even seeds', () => compareSeeds(CLIENT_1_0, 'even'));
