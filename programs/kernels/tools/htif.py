"""Runs a bare-metal ELF that ends through `tohost` under qemu, over the debugger's connection.

qemu 7.2 knows no HTIF write, so this is the host: it watches `tohost`, does the writes, answers in `fromhost`.
"""
import os
import socket
import struct
import subprocess
import time

WRITE = 64  # the system call in a {number, a0, a1, a2} block


def symbols(path):
    """Name -> address of the symbol table of an ELF file, 32 or 64 bits."""
    data = open(path, "rb").read()
    wide = data[4] == 2
    table, = struct.unpack_from("<Q" if wide else "<I", data, 40 if wide else 32)
    size, count = struct.unpack_from("<HH", data, 58 if wide else 46)
    found = {}

    def section(index):
        at = table + size * index
        kind, = struct.unpack_from("<I", data, at + 4)
        offset, length = struct.unpack_from("<QQ" if wide else "<II", data, at + (24 if wide else 16))
        link, = struct.unpack_from("<I", data, at + (40 if wide else 24))
        return kind, offset, length, link

    for index in range(count):
        kind, offset, length, link = section(index)
        if kind != 2:  # SHT_SYMTAB
            continue
        names = section(link)[1]
        step = 24 if wide else 16
        for at in range(offset, offset + length, step):
            name, = struct.unpack_from("<I", data, at)
            value, = struct.unpack_from("<Q" if wide else "<I", data, at + (8 if wide else 4))
            end = data.index(b"\0", names + name)
            found[data[names + name:end].decode()] = value
    return found


class Debugger:
    """The few commands of the remote serial protocol that a host needs."""

    def __init__(self, path, deadline):
        while True:
            try:
                self.connection = socket.socket(socket.AF_UNIX)
                self.connection.connect(path)
                break
            except OSError:
                self.connection.close()
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.02)
        self.connection.settimeout(max(1, deadline - time.monotonic()))
        self.received = b""

    def ask(self, command):
        packet = b"$" + command.encode() + b"#%02x" % (sum(command.encode()) % 256)
        self.connection.sendall(packet)
        return self.answer()

    def answer(self):
        while True:
            start, end = self.received.find(b"$"), self.received.find(b"#")
            if 0 <= start < end and len(self.received) >= end + 3:
                text = self.received[start + 1:end].decode()
                self.received = self.received[end + 3:]
                self.connection.sendall(b"+")
                return text
            more = self.connection.recv(65536)
            if not more:
                raise OSError("qemu has gone")
            self.received += more

    def kill(self):
        """Ends qemu in order: its plugins report. There is no answer."""
        self.connection.sendall(b"$k#6b")

    def read(self, address, size):
        parts = []
        while size > 0:
            part = min(size, 1024)
            parts.append(bytes.fromhex(self.ask(f"m{address:x},{part:x}")))
            address, size = address + part, size - part
        return b"".join(parts)

    def write(self, address, data):
        if self.ask(f"M{address:x},{len(data):x}:{data.hex()}") != "OK":
            raise OSError("qemu cannot write memory")


def fnv1a(data):
    value = 2166136261
    for byte in data:
        value = (value ^ byte) * 16777619 % 2**32
    return value


def serve(debugger, names):
    """Answers the guest until it ends: output and exit code."""
    output = b""
    watch = f"2,{names['tohost']:x},8"
    while True:
        debugger.ask("Z" + watch)
        stop = debugger.ask("c")
        if "watch:" not in stop:
            raise OSError(f"stopped by {stop}")
        debugger.ask("z" + watch)  # qemu stops before the store, and would do so again and again
        debugger.ask("s")
        value, = struct.unpack("<Q", debugger.read(names["tohost"], 8))
        if value == 0:
            continue
        if value & 1:
            return output, value >> 1
        number, descriptor, address, size = struct.unpack("<4Q", debugger.read(value, 32))
        if (number, descriptor) != (WRITE, 1):
            raise OSError(f"the guest asks for call {number} on {descriptor}")
        output += debugger.read(address, size)
        debugger.write(names["fromhost"], struct.pack("<Q", 1))


VIRT = ["-M", "virt", "-m", "64", "-bios", "none", "-kernel", "{}"]  # memory at 0x80000000
# The machine `none` is a processor and memory at 0; it takes programs through the `loader` device only.
AT_ZERO = ["-M", "none", "-cpu", "rv32", "-m", "64", "-device", "loader,file={},cpu-num=0"]


def run(qemu, machine, elf, folder, options, timeout):
    """Output and exit code; an error if the signature tells something else. `machine`: VIRT or AT_ZERO."""
    path = os.path.join(folder, "debugger")
    if os.path.exists(path):
        os.remove(path)
    guest = subprocess.Popen(
        [qemu, *(word.format(elf) for word in machine), "-display", "none", "-serial", "none", "-monitor", "none",
         "-S", "-gdb", f"unix:{path},server=on,wait=off", *options], stderr=subprocess.PIPE)
    try:
        names = symbols(elf)
        debugger = Debugger(path, time.monotonic() + timeout)
        output, code = serve(debugger, names)
        signature = debugger.read(names["begin_signature"], names["end_signature"] - names["begin_signature"])
        expected = struct.pack("<4I", len(output), fnv1a(output), code, 0x444E450A)
        if signature != expected:
            raise OSError(f"signature {signature.hex()}, expected {expected.hex()}")
        debugger.kill()
        guest.wait(timeout=10)
        return output, code
    except OSError as problem:
        guest.terminate()
        guest.wait()
        raise OSError(f"{problem}; {guest.stderr.read().decode(errors='replace').strip()}") from problem
    finally:
        if guest.poll() is None:
            guest.kill()
            guest.wait()
        guest.stderr.close()
