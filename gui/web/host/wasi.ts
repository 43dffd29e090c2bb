// WASI preview 1 for a program in a page: files in memory, clock, random numbers, and output.
// https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md

const enum Errno {
  success = 0,
  badf = 8,
  exist = 20,
  inval = 28,
  isdir = 31,
  noent = 44,
  nosys = 52,
  notdir = 54,
  notempty = 55,
}
const enum FileType {
  character = 2,
  directory = 3,
  regular = 4,
}
const enum Open {
  create = 1,
  directory = 2,
  exclusive = 4,
  truncate = 8,
}
const appendFlag = 1;
const allRights = 0x1fffffffn;

export interface File {
  kind: "file";
  inode: bigint;
  bytes: Uint8Array; // capacity can exceed `size`
  size: number;
  modified: bigint; // ns
  /** Fetches the content of a file when it is first opened; until then the file is empty. */
  fetch?: () => Uint8Array;
}
export interface Folder {
  kind: "folder";
  inode: bigint;
  entries: Map<string, File | Folder>;
  modified: bigint;
}

/** Thrown to end the program. */
export class Exit extends Error {
  constructor(readonly code: number) {
    super(`the program has ended with code ${code}`);
  }
}

const nanoseconds = (): bigint => BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e3)) * 1000n;

/** Files and folders of the program, and the paths changed since the last call of takeChanges(). */
export class FileSystem {
  private inodes = 1n;
  private written = new Set<string>();
  readonly root: Folder = this.newFolder();

  private newFolder(): Folder {
    this.inodes += 1n;
    return { kind: "folder", inode: this.inodes, entries: new Map(), modified: nanoseconds() };
  }
  newFile(bytes: Uint8Array = new Uint8Array(0)): File {
    this.inodes += 1n;
    return { kind: "file", inode: this.inodes, bytes, size: bytes.length, modified: nanoseconds() };
  }
  /** Components of a path without "." and with ".." resolved; paths cannot lead above the root. */
  static names(path: string): string[] {
    const names: string[] = [];
    for (const name of path.split("/"))
      if (name === "..") names.pop();
      else if (name !== "" && name !== ".") names.push(name);
    return names;
  }
  find(path: string): File | Folder | undefined {
    let node: File | Folder | undefined = this.root;
    for (const name of FileSystem.names(path)) {
      if (node?.kind !== "folder") return undefined;
      node = node.entries.get(name);
    }
    return node;
  }
  /** The folder of a path's last component, and that component; undefined: no such folder. */
  place(path: string): { folder: Folder; name: string } | undefined {
    const names = FileSystem.names(path);
    const name = names.pop();
    const folder = this.find(names.join("/"));
    return name !== undefined && folder?.kind === "folder" ? { folder, name } : undefined;
  }
  makeFolders(path: string): Folder {
    let node = this.root;
    for (const name of FileSystem.names(path)) {
      const next = node.entries.get(name) ?? this.newFolder();
      if (next.kind !== "folder") throw new Error(`${path}: there is a file of that name`);
      node.entries.set(name, next);
      node = next;
    }
    return node;
  }
  makeFolder(folder: Folder, name: string): void {
    folder.entries.set(name, this.newFolder());
  }
  put(path: string, bytes: Uint8Array): void {
    const names = FileSystem.names(path);
    const name = names.pop()!;
    this.makeFolders(names.join("/")).entries.set(name, this.newFile(bytes));
  }
  /** Adds a file whose content is supplied by `fetch`. */
  putLater(path: string, fetch: () => Uint8Array): void {
    this.put(path, new Uint8Array(0));
    (this.find(path) as File).fetch = fetch;
  }
  /** A copy of a file's content. */
  read(path: string): Uint8Array | undefined {
    const node = this.find(path);
    return node?.kind === "file" ? node.bytes.slice(0, node.size) : undefined;
  }
  *files(path: string): Generator<[string, File]> {
    const node = this.find(path);
    if (node?.kind !== "folder") return;
    for (const [name, entry] of node.entries)
      if (entry.kind === "file") yield [`${path}/${name}`, entry];
      else yield* this.files(`${path}/${name}`);
  }
  noteChange(path: string): void {
    this.written.add("/" + FileSystem.names(path).join("/"));
  }
  /** Paths that were written, renamed to or removed since the last call. */
  takeChanges(): string[] {
    const paths = [...this.written];
    this.written.clear();
    return paths;
  }
}

interface Descriptor {
  node: File | Folder | "in" | "out" | "err";
  path: string;
  position: number;
  append: boolean;
}

/** The functions imported by the program from "wasi_snapshot_preview1". */
export class Wasi {
  memory!: WebAssembly.Memory;
  private open: (Descriptor | undefined)[];

  constructor(
    readonly files: FileSystem,
    private readonly args: string[],
    private readonly environment: Record<string, string>,
    private readonly print: (stream: "out" | "err", text: Uint8Array) => void,
  ) {
    const at = (node: Descriptor["node"], path: string) => ({ node, path, position: 0, append: false });
    this.open = [at("in", ""), at("out", ""), at("err", ""), at(files.root, "/")];
  }

  private get view(): DataView {
    return new DataView(this.memory.buffer);
  }
  private bytes(pointer: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, pointer >>> 0, length >>> 0);
  }
  private text(pointer: number, length: number): string {
    return new TextDecoder().decode(this.bytes(pointer, length));
  }
  private pathAt(descriptor: number, pointer: number, length: number): string | undefined {
    const from = this.open[descriptor];
    return typeof from?.node === "object" ? `${from.path}/${this.text(pointer, length)}` : undefined;
  }
  private ranges(pointer: number, count: number): Uint8Array[] {
    const view = this.view;
    const ranges: Uint8Array[] = [];
    for (let i = 0; i < count; ++i)
      ranges.push(this.bytes(view.getUint32(pointer + 8 * i, true), view.getUint32(pointer + 8 * i + 4, true)));
    return ranges;
  }
  private putList(texts: string[], list: number, buffer: number): number {
    for (const text of texts) {
      const bytes = new TextEncoder().encode(text + "\0");
      this.view.setUint32(list, buffer, true);
      this.bytes(buffer, bytes.length).set(bytes);
      list += 4;
      buffer += bytes.length;
    }
    return Errno.success;
  }
  private putSizes(texts: string[], count: number, size: number): number {
    this.view.setUint32(count, texts.length, true);
    const bytes = texts.reduce((sum, text) => sum + new TextEncoder().encode(text).length + 1, 0);
    this.view.setUint32(size, bytes, true);
    return Errno.success;
  }
  private get variables(): string[] {
    return Object.entries(this.environment).map(([name, value]) => `${name}=${value}`);
  }
  private putStatus(pointer: number, node: Descriptor["node"]): number {
    this.bytes(pointer, 64).fill(0);
    const view = this.view;
    const named = typeof node === "object" ? node : undefined;
    const kind = named === undefined ? FileType.character : named.kind === "file" ? FileType.regular : FileType.directory;
    view.setBigUint64(pointer + 8, named?.inode ?? 0n, true);
    view.setUint8(pointer + 16, kind);
    view.setBigUint64(pointer + 24, 1n, true);
    view.setBigUint64(pointer + 32, BigInt(named?.kind === "file" ? named.size : 0), true);
    for (const offset of [40, 48, 56]) view.setBigUint64(pointer + offset, named?.modified ?? 0n, true);
    return Errno.success;
  }
  private readInto(file: File, position: number, ranges: Uint8Array[]): number {
    let done = 0;
    for (const range of ranges) {
      const from = Math.min(position + done, file.size);
      const part = file.bytes.subarray(from, Math.min(from + range.length, file.size));
      range.set(part);
      done += part.length;
      if (part.length < range.length) break;
    }
    return done;
  }
  private writeFrom(file: File, position: number, ranges: Uint8Array[]): number {
    const length = ranges.reduce((sum, range) => sum + range.length, 0);
    const end = position + length;
    if (end > file.bytes.length) {
      const larger = new Uint8Array(Math.max(end, 2 * file.bytes.length));
      larger.set(file.bytes.subarray(0, file.size));
      file.bytes = larger;
    }
    let at = position;
    for (const range of ranges) {
      file.bytes.set(range, at);
      at += range.length;
    }
    file.size = Math.max(file.size, end);
    file.modified = nanoseconds();
    return length;
  }
  private resize(file: File, size: number): number {
    if (size > file.bytes.length) {
      const larger = new Uint8Array(size);
      larger.set(file.bytes.subarray(0, file.size));
      file.bytes = larger;
    } else if (size < file.size) {
      file.bytes.fill(0, size, file.size);
    }
    file.size = size;
    return Errno.success;
  }

  private pathOpen(
    from: number, _lookup: number, pointer: number, length: number, flags: number, _base: bigint, _inheriting: bigint,
    descriptorFlags: number, result: number,
  ): number {
    const path = this.pathAt(from, pointer, length);
    if (path === undefined) return Errno.badf;
    let node = this.files.find(path);
    if (node !== undefined && (flags & Open.create) !== 0 && (flags & Open.exclusive) !== 0) return Errno.exist;
    if (node === undefined) {
      const place = this.files.place(path);
      if ((flags & Open.create) === 0 || place === undefined) return Errno.noent;
      node = this.files.newFile();
      place.folder.entries.set(place.name, node);
      this.files.noteChange(path);
    }
    if (node.kind === "file" && (flags & Open.directory) !== 0) return Errno.notdir;
    if (node.kind === "file" && node.fetch !== undefined) {
      node.bytes = node.fetch();
      node.size = node.bytes.length;
      delete node.fetch;
    }
    if (node.kind === "file" && (flags & Open.truncate) !== 0) {
      this.resize(node, 0);
      this.files.noteChange(path);
    }
    let number = this.open.indexOf(undefined);
    if (number < 0) number = this.open.length;
    this.open[number] = { node, path, position: 0, append: (descriptorFlags & appendFlag) !== 0 };
    this.view.setUint32(result, number, true);
    return Errno.success;
  }
  private write(descriptor: number, list: number, count: number, result: number): number {
    const to = this.open[descriptor];
    if (to === undefined || to.node === "in") return Errno.badf;
    const ranges = this.ranges(list, count);
    let done = 0;
    if (to.node === "out" || to.node === "err") {
      for (const range of ranges) {
        this.print(to.node, range.slice());
        done += range.length;
      }
    } else if (to.node.kind === "folder") {
      return Errno.isdir;
    } else {
      done = this.writeFrom(to.node, to.append ? to.node.size : to.position, ranges);
      to.position = to.append ? to.node.size : to.position + done;
      this.files.noteChange(to.path);
    }
    this.view.setUint32(result, done, true);
    return Errno.success;
  }
  private read(descriptor: number, list: number, count: number, result: number): number {
    const from = this.open[descriptor];
    if (from === undefined || from.node === "out" || from.node === "err") return Errno.badf;
    let done = 0; // standard input is empty
    if (typeof from.node === "object") {
      if (from.node.kind === "folder") return Errno.isdir;
      done = this.readInto(from.node, from.position, this.ranges(list, count));
      from.position += done;
    }
    this.view.setUint32(result, done, true);
    return Errno.success;
  }
  private seek(descriptor: number, offset: bigint, whence: number, result: number): number {
    const of = this.open[descriptor];
    if (typeof of?.node !== "object" || of.node.kind !== "file") return Errno.badf;
    const base = whence === 0 ? 0 : whence === 1 ? of.position : of.node.size;
    const position = base + Number(offset);
    if (position < 0) return Errno.inval;
    of.position = position;
    this.view.setBigUint64(result, BigInt(position), true);
    return Errno.success;
  }
  private readFolder(descriptor: number, buffer: number, length: number, cookie: bigint, result: number): number {
    const of = this.open[descriptor];
    if (typeof of?.node !== "object" || of.node.kind !== "folder") return Errno.notdir;
    const entries = [...of.node.entries];
    let used = 0;
    for (let i = Number(cookie); i < entries.length && used < length; ++i) {
      const [name, node] = entries[i]!;
      const text = new TextEncoder().encode(name);
      const entry = new Uint8Array(24 + text.length);
      const view = new DataView(entry.buffer);
      view.setBigUint64(0, BigInt(i + 1), true);
      view.setBigUint64(8, node.inode, true);
      view.setUint32(16, text.length, true);
      view.setUint8(20, node.kind === "file" ? FileType.regular : FileType.directory);
      entry.set(text, 24);
      const part = entry.subarray(0, length - used); // a truncated entry is requested again
      this.bytes(buffer + used, part.length).set(part);
      used += part.length;
    }
    this.view.setUint32(result, used, true);
    return Errno.success;
  }
  private remove(path: string | undefined, kind: "file" | "folder"): number {
    const place = path === undefined ? undefined : this.files.place(path);
    const node = place?.folder.entries.get(place.name);
    if (place === undefined || node === undefined) return Errno.noent;
    if (node.kind !== kind) return kind === "file" ? Errno.isdir : Errno.notdir;
    if (node.kind === "folder" && node.entries.size > 0) return Errno.notempty;
    place.folder.entries.delete(place.name);
    this.files.noteChange(path!);
    return Errno.success;
  }
  private rename(from: string | undefined, to: string | undefined): number {
    const old = from === undefined ? undefined : this.files.place(from);
    const place = to === undefined ? undefined : this.files.place(to);
    const node = old?.folder.entries.get(old.name);
    if (old === undefined || place === undefined || node === undefined) return Errno.noent;
    if (place.folder.entries.get(place.name)?.kind === "folder") return Errno.isdir;
    old.folder.entries.delete(old.name);
    place.folder.entries.set(place.name, node);
    this.files.noteChange(from!);
    this.files.noteChange(to!);
    return Errno.success;
  }
  private makeFolder(path: string | undefined): number {
    if (path === undefined) return Errno.badf;
    const place = this.files.place(path);
    if (this.files.find(path) !== undefined) return Errno.exist;
    if (place === undefined) return Errno.noent;
    this.files.makeFolder(place.folder, place.name);
    return Errno.success;
  }

  /** Unused functions return ENOSYS. */
  imports(names: string[]): WebAssembly.ModuleImports {
    const known: WebAssembly.ModuleImports = {
      args_get: (list: number, buffer: number) => this.putList(this.args, list, buffer),
      args_sizes_get: (count: number, size: number) => this.putSizes(this.args, count, size),
      environ_get: (list: number, buffer: number) => this.putList(this.variables, list, buffer),
      environ_sizes_get: (count: number, size: number) => this.putSizes(this.variables, count, size),
      clock_res_get: (_clock: number, result: number) => {
        this.view.setBigUint64(result, 1000n, true);
        return Errno.success;
      },
      clock_time_get: (clock: number, _precision: bigint, result: number) => {
        const monotonic = BigInt(Math.round(performance.now() * 1e6));
        this.view.setBigUint64(result, clock === 0 ? nanoseconds() : monotonic, true);
        return Errno.success;
      },
      random_get: (pointer: number, length: number) => {
        for (let at = 0; at < length; at += 65536)
          crypto.getRandomValues(this.bytes(pointer + at, Math.min(length - at, 65536)) as Uint8Array<ArrayBuffer>);
        return Errno.success;
      },
      proc_exit: (code: number) => {
        throw new Exit(code);
      },
      sched_yield: () => Errno.success,
      fd_prestat_get: (descriptor: number, result: number) => {
        if (descriptor !== 3) return Errno.badf;
        this.view.setUint32(result, 0, true);
        this.view.setUint32(result + 4, 1, true);
        return Errno.success;
      },
      fd_prestat_dir_name: (_descriptor: number, pointer: number) => {
        this.bytes(pointer, 1)[0] = 0x2f; // "/"
        return Errno.success;
      },
      fd_fdstat_get: (descriptor: number, result: number) => {
        const of = this.open[descriptor];
        if (of === undefined) return Errno.badf;
        this.bytes(result, 24).fill(0);
        const file = typeof of.node === "object" ? of.node : undefined;
        const kind = file === undefined ? FileType.character : file.kind === "file" ? FileType.regular : FileType.directory;
        this.view.setUint8(result, kind);
        this.view.setUint16(result + 2, of.append ? appendFlag : 0, true);
        this.view.setBigUint64(result + 8, allRights, true);
        this.view.setBigUint64(result + 16, allRights, true);
        return Errno.success;
      },
      fd_fdstat_set_flags: () => Errno.success,
      fd_close: (descriptor: number) => {
        if (this.open[descriptor] === undefined) return Errno.badf;
        this.open[descriptor] = undefined;
        return Errno.success;
      },
      fd_filestat_get: (descriptor: number, result: number) => {
        const of = this.open[descriptor];
        return of === undefined ? Errno.badf : this.putStatus(result, of.node);
      },
      fd_filestat_set_size: (descriptor: number, size: bigint) => {
        const of = this.open[descriptor];
        if (typeof of?.node !== "object" || of.node.kind !== "file") return Errno.badf;
        return this.resize(of.node, Number(size));
      },
      fd_read: this.read.bind(this),
      fd_pread: (descriptor: number, list: number, count: number, offset: bigint, result: number) => {
        const of = this.open[descriptor];
        if (typeof of?.node !== "object" || of.node.kind !== "file") return Errno.badf;
        this.view.setUint32(result, this.readInto(of.node, Number(offset), this.ranges(list, count)), true);
        return Errno.success;
      },
      fd_write: this.write.bind(this),
      fd_seek: this.seek.bind(this),
      fd_tell: (descriptor: number, result: number) => this.seek(descriptor, 0n, 1, result),
      fd_sync: () => Errno.success,
      fd_readdir: this.readFolder.bind(this),
      path_open: this.pathOpen.bind(this),
      path_filestat_get: (from: number, _flags: number, pointer: number, length: number, result: number) => {
        const path = this.pathAt(from, pointer, length);
        const node = path === undefined ? undefined : this.files.find(path);
        return node === undefined ? Errno.noent : this.putStatus(result, node);
      },
      path_filestat_set_times: () => Errno.success,
      path_create_directory: (from: number, pointer: number, length: number) =>
        this.makeFolder(this.pathAt(from, pointer, length)),
      path_remove_directory: (from: number, pointer: number, length: number) =>
        this.remove(this.pathAt(from, pointer, length), "folder"),
      path_unlink_file: (from: number, pointer: number, length: number) =>
        this.remove(this.pathAt(from, pointer, length), "file"),
      path_rename: (from: number, old: number, oldLength: number, to: number, name: number, nameLength: number) =>
        this.rename(this.pathAt(from, old, oldLength), this.pathAt(to, name, nameLength)),
      path_readlink: () => Errno.inval, // symbolic links do not exist
    };
    return Object.fromEntries(names.map((name) => [name, known[name] ?? (() => Errno.nosys)]));
  }
}
