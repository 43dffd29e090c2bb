// Entry of the `tohost` variants: machine mode, no C library. Calls main(0, {NULL}) and ends with its result; a trap
// ends with 1000 + mcause.
    .option arch, +zicsr
#if __riscv_xlen == 64
#define STORE sd
#else
#define STORE sw
#endif

    .section .text.start, "ax", @progbits
    .globl _start
_start:
    .option push
    .option norelax // gp itself cannot be set relative to gp
    la      gp, __global_pointer$
    .option pop
    la      sp, stack_top
    la      t0, trap
    csrw    mtvec, t0
#ifdef __riscv_flen
    li      t0, 0x2000 // mstatus.FS = initial (Privileged Architecture, "Extension Context Status")
    csrs    mstatus, t0
    csrwi   fcsr, 0
#endif
    la      t0, bss_begin // both ends are multiples of 8
    la      t1, bss_end
    bgeu    t0, t1, 2f
1:  STORE   zero, 0(t0)
    addi    t0, t0, __riscv_xlen / 8
    bltu    t0, t1, 1b
2:  li      a0, 0
    la      a1, no_arguments
    call    main
    tail    platform_exit

    .balign 4
trap:
    csrr    a0, mcause
    andi    a0, a0, 63
    addi    a0, a0, 1000
    tail    platform_exit

    .section .rodata
    .balign 8
no_arguments:
    .zero   8
