// Conversations of the client 1.0 over HTTP.
import { test } from 'vitest';
import { compareWire } from './wire-stock';

test('the thread is the one that the app of client 1.0 has, over HTTP', () => compareWire('1.0'));
