// Conversations of the client 0.0.59 over HTTP.
import { test } from 'vitest';
import { compareWire } from './wire-stock';

test('the thread is the one that the app of client 0.0.59 has, over HTTP', () => compareWire('0.0.59'));
