// Offline once loaded: what was fetched is kept; a page that is reachable is taken fresh.
const kept = 'mu-1';
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (e) => e.waitUntil(self.clients.claim()));
self.addEventListener('message', (e) => {
  e.waitUntil(caches.open(kept).then((c) => Promise.allSettled(e.data.map((url) => c.add(url)))));
});
self.addEventListener('fetch', (e) => {
  if (e.request.method !== 'GET' || new URL(e.request.url).origin !== self.location.origin) return;
  e.respondWith(
    fetch(e.request)
      .then((reply) => {
        const copy = reply.clone();
        if (reply.ok) e.waitUntil(caches.open(kept).then((c) => c.put(e.request, copy)));
        return reply;
      })
      .catch(() => caches.match(e.request, { ignoreSearch: true }).then((r) => r ?? Response.error())),
  );
});
