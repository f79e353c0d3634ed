// Parts of recorded URLs.
import { expect, test } from 'vitest';
import { urlPath } from '@/lib/core/json/url';

test.each([
  ['http://localhost:8000/agent/run?id=1#top', '/agent/run'],
  ['/agent?next=http://other/path', '/agent'],
  ['ws://host?a', ''],
  ['file:///tmp/run.sse', '/tmp/run.sse'],
  ['a file', 'a file'],
])('the path of %s is %s', (url, path) => expect(urlPath(url)).toBe(path));
