# Sum of an array, RISC-V
#
# One load-use stall in every iteration, and a taken branch at its end that waits for the pointer. Which instruction
# can move between the load and the add? Prints 136.
#
#   stallscope run textbook/sum -m mips-5 --diagram --cycles 1:30
#   stallscope run textbook/sum -m mips-5 --compare dual-5 --stats
        .data
array:  .word 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
end:
        .text
        .globl main
main:   la   t0, array
        la   t1, end
        li   a0, 0
loop:   lw   t2, 0(t0)
        add  a0, a0, t2
        addi t0, t0, 4
        bne  t0, t1, loop
        li   a7, 1              # print the sum
        ecall
        li   a7, 10             # exit
        ecall
