# A Linux program that tries to get at the host: every system call from 0 to 500 with arguments of all kinds, paths that
# lead out of its files, and a path that changes while it is opened. What it can read it prints, all its memory too.
# The test puts its parameters in front: seed, draws (calls a number), reckless (calls that may end the program as well),
# and the paths at the label secrets.

        .data
values: .dword  0, 1, 2, 3, 4, 5, 6, 17, 64, 4095, 4096, 65536, -1, -2, -100, -4096
        .dword  0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, 0x7fffffffffffffff, 0x8000000000000000
        .dword  0x1000, 0xdead0000, 0x3fffffffff, 0x4000000000
        .dword  0x41, 0x241, 0x242, 0x10000, 0x90800, 0x410000, 0x1000000
        .dword  buffer, buffer, buffer, buffer + 1, buffer + 4090, buffer + 8190, end - 1, end, paths
        .dword  vectors, vectors, main, main + 2
        .dword  p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11, p12, p13, p14, secrets
values_end:
ending: .word   93, 94, 129, 130, 131, 214, 215, 216, 222, 226, 233, -1
swap_text:
        .asciz  "swap"
done:   .asciz  "\nattack ended\n"
# From here on calls may write.
paths:
p1:     .asciz  "."
p2:     .asciz  ".."
p3:     .asciz  "inside.txt"
p4:     .asciz  "../secret/canary.txt"
p5:     .asciz  "folder/../../secret/canary.txt"
p6:     .asciz  "link"
p7:     .asciz  "up/secret/canary.txt"
p8:     .asciz  "fifo"
p9:     .asciz  "zero"
p10:    .asciz  "new"
p11:    .asciz  "/proc/self/mem"
p12:    .asciz  "/proc/self/fd/0"
p13:    .asciz  "/etc/passwd"
p14:    .asciz  "folder"
        .asciz  "/"
        .asciz  "/.."
        .asciz  "process/self/environ"
        .asciz  "process/self/root/etc/passwd"
        .asciz  "loop/loop"
        .asciz  "absolute"
        .asciz  ""
secrets_come:

        .text
main:   ld      s0, seed
        la      s3, values
        la      s4, values_end
        sub     s4, s4, s3
        srli    s4, s4, 3
        ld      s5, reckless
        li      a0, 1                   # where it prints: nothing below closes 60
        li      a1, 60
        li      a2, 0
        li      a7, 24                  # dup3
        ecall

# 1. Paths.
        la      s6, paths
path:   mv      a0, s6
        jal     s10, try_path
skip:   lbu     t0, 0(s6)               # behind the end of this one
        addi    s6, s6, 1
        bnez    t0, skip
        la      t0, paths_end
        bltu    s6, t0, path

# 2. swap/canary.txt, swap//canary.txt, ...: each a name that is resolved anew, while the host renames.
        la      s6, name
        li      s7, 1500
swap:   la      t0, swap_text
        la      t1, name
copy:   lbu     t2, 0(t0)
        sb      t2, 0(t1)
        addi    t0, t0, 1
        addi    t1, t1, 1
        bnez    t2, copy
        addi    t1, t1, -1
        mv      t3, s7
        li      t2, '/'
slash:  sb      t2, 0(t1)
        addi    t1, t1, 1
        addi    t3, t3, -1
        bnez    t3, slash
        la      t0, p4 + 10             # canary.txt
tail:   lbu     t2, 0(t0)
        sb      t2, 0(t1)
        addi    t0, t0, 1
        addi    t1, t1, 1
        bnez    t2, tail
        la      a0, name
        jal     s10, try_path
        addi    s7, s7, -1
        bnez    s7, swap

# 3. Every system call.
        li      s1, 0
call:   beqz    s5, careful
        li      t0, 93                  # only exits end it
        beq     s1, t0, next
        li      t0, 94
        beq     s1, t0, next
        j       begin
careful:
        la      t1, ending
not:    lw      t0, 0(t1)
        addi    t1, t1, 4
        beq     s1, t0, next
        bgez    t0, not
begin:  li      t1, 59                  # descriptors that calls before have made
shut:   mv      a0, t1
        li      a7, 57
        ecall
        addi    t1, t1, -1
        li      t0, 2
        bgtu    t1, t0, shut
        ld      s2, draws
draw:   jal     pick
        mv      s11, a6
        jal     pick
        mv      a1, a6
        jal     pick
        mv      a2, a6
        jal     pick
        mv      a3, a6
        jal     pick
        mv      a4, a6
        jal     pick
        mv      a5, a6
        mv      a0, s11
        mv      a7, s1
        ecall
        li      t0, 56
        bne     s1, t0, drawn
        jal     s9, print_descriptor
drawn:  addi    s2, s2, -1
        bgtz    s2, draw
next:   addi    s1, s1, 1
        li      t0, 501
        blt     s1, t0, call

# 4. All that has come into memory.
        la      a1, values
        la      a2, end
        sub     a2, a2, a1
        li      a0, 60
        li      a7, 64
        ecall
        la      a1, done
        li      a2, 14
        li      a0, 60
        ecall
        li      a0, 0
        li      a7, 93
        ecall

# One of the values: a6.
pick:   slli    t0, s0, 13
        xor     s0, s0, t0
        srli    t0, s0, 7
        xor     s0, s0, t0
        slli    t0, s0, 17
        xor     s0, s0, t0
        remu    t0, s0, s4
        slli    t0, t0, 3
        add     t0, t0, s3
        ld      a6, 0(t0)
        ret

# Opens, looks at and prints what is at path a0; returns to s10.
try_path:
        mv      s8, a0
        mv      a1, s8
        li      a0, -100
        la      a2, buffer
        li      a3, 4096
        li      a7, 78                  # readlinkat
        ecall
        jal     s9, print_buffer
        mv      a1, s8
        li      a0, -100
        la      a2, buffer
        li      a3, 0
        li      a7, 79                  # newfstatat
        ecall
        mv      a1, s8
        li      a0, -100
        li      a2, 0x42                # O_RDWR | O_CREAT
        li      a3, 0x1ff
        li      a7, 56                  # openat
        ecall
        jal     s9, print_descriptor
        mv      a1, s8
        li      a0, -100
        li      a2, 0
        li      a7, 56
        ecall
        jal     s9, print_descriptor
        jr      s10

# Prints content or entries of descriptor a0, writes into it, closes it; returns to s9.
print_descriptor:
        bltz    a0, no_descriptor
        mv      s11, a0
        la      a1, buffer
        li      a2, 4096
        li      a7, 63                  # read
        ecall
        bgtz    a0, print_some
        mv      a0, s11
        li      a7, 61                  # getdents64
        ecall
print_some:
        blez    a0, print_none
        mv      a2, a0
        li      a0, 60
        la      a1, buffer
        li      a7, 64
        ecall
print_none:
        mv      a0, s11
        la      a1, p4
        li      a2, 10
        li      a7, 64
        li      t0, 2                   # not the standard streams
        bleu    a0, t0, no_descriptor
        ecall
        mv      a0, s11
        li      a7, 57
        ecall
no_descriptor:
        jr      s9

# a0 bytes of the buffer, if that many; returns to s9.
print_buffer:
        blez    a0, no_descriptor
        mv      a2, a0
        li      a0, 60
        la      a1, buffer
        li      a7, 64
        ecall
        jr      s9

        .data
vectors:
        .dword  buffer, 4096, buffer + 8, -1, 0, 16, end, 4096, vectors, 64, 0x8000000000000000, 8
buffer: .zero   16384
name:   .zero   2048
end:
