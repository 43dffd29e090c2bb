// Makes the page work without a network. A version is fetched as a whole into a store of its own
// and then replaces the previous one, so that files of two versions are never mixed. The build
// inserts version and list of files.

export {}; // makes this file a module with its own "self"
declare const self: ServiceWorkerGlobalScope;
declare const STALLSCOPE_VERSION: string; // of all files together; inserted by the build
declare const STALLSCOPE_FILES: string[];

const store = `stallscope-${STALLSCOPE_VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(store)
      .then((cache) => cache.addAll(STALLSCOPE_FILES.map((file) => new Request(file, { cache: "no-cache" }))))
      .then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith("stallscope-") && name !== store).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(
    caches.open(store).then(async (cache) =>
      (await cache.match(event.request, { ignoreSearch: true, ignoreVary: true })) ?? fetch(event.request)));
});
