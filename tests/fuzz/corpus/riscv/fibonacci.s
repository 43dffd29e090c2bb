# Fibonacci numbers by recursion, RISC-V: calls, returns and the stack
#
# A call saves its return address and its argument on the stack and loads them back: look at store and load of ra, and
# at what each jump and return costs in the front of the pipeline. Prints fib(10) = 55.
#
#   stallscope run textbook/fibonacci -m mips-5 --ledger
#   stallscope run textbook/fibonacci -m mips-5 --diagram --cycles 1:40
#   stallscope run textbook/fibonacci -m mips-5 --compare dual-5 --stats
        .text
        .globl main
main:   li   a0, 10
        call fib
        li   a7, 1              # print it
        ecall
        li   a7, 10             # exit
        ecall

fib:    li   t0, 2
        blt  a0, t0, done       # fib(0) = 0, fib(1) = 1
        addi sp, sp, -24
        sd   ra, 0(sp)
        sd   a0, 8(sp)
        addi a0, a0, -1
        call fib
        sd   a0, 16(sp)         # fib(n - 1)
        ld   a0, 8(sp)
        addi a0, a0, -2
        call fib
        ld   t1, 16(sp)
        add  a0, a0, t1         # fib(n - 2) + fib(n - 1)
        ld   ra, 0(sp)
        addi sp, sp, 24
done:   ret
