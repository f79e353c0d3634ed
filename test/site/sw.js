// Keeps the files of the site, which then works without a network. Another version of the site has another cache.
const CACHE = 'ag-ui-lens-VERSION';
const FILES = [];

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith('ag-ui-lens-') && name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  if (method !== 'GET' || !url.startsWith(self.registration.scope)) return;
  const path = new URL(url);
  path.search = '';
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(path.href))
      .then((kept) => kept ?? fetch(event.request)),
  );
});
