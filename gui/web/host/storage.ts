// Files of the program that persist: settings, unsaved text, documents. Stored by path in IndexedDB
// by the page, since the worker may have been ended.
import type { StoredFile } from "./messages";

const store = "files";

function promised<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("IndexedDB"));
  });
}

export class Storage {
  private constructor(private readonly database: IDBDatabase | undefined) {}

  /** Without storage in the browser (private windows), files are not kept. */
  static async open(): Promise<Storage> {
    try {
      const request = indexedDB.open("stallscope", 1);
      request.onupgradeneeded = () => request.result.createObjectStore(store);
      return new Storage(await promised(request));
    } catch {
      return new Storage(undefined);
    }
  }
  async all(): Promise<StoredFile[]> {
    if (this.database === undefined) return [];
    const from = this.database.transaction(store).objectStore(store);
    const [paths, contents] = await Promise.all([promised(from.getAllKeys()), promised(from.getAll() as IDBRequest<Uint8Array[]>)]);
    return paths.map((path, i) => ({ path: String(path), bytes: contents[i]! }));
  }
  async put(path: string, bytes: Uint8Array | undefined): Promise<void> {
    if (this.database === undefined) return;
    const to = this.database.transaction(store, "readwrite").objectStore(store);
    const done: Promise<unknown> = bytes === undefined ? promised(to.delete(path)) : promised(to.put(bytes, path));
    await done.catch(() => undefined);
  }
}
